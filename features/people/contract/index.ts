import * as bulkCalls from './bulkCalls.ts'
import * as calls from './calls.ts'
import * as exportCalls from './exportCalls.ts'
import * as fieldCalls from './fieldCalls.ts'
import * as personCalls from './personCalls.ts'
import * as tagCalls from './tagCalls.ts'

export * from './field.ts'
export * from './fieldFolderKey.ts'
export * from './fieldGroup.ts'
export * from './fieldShape.ts'
export * from './onePerson.ts'
export * from './peopleJob.ts'
export * from './person.ts'
export * from './tag.ts'
export * from './use.ts'

/** Every call about people, their tags and their fields. */
export const peopleContract = { ...calls, ...bulkCalls, ...exportCalls, ...tagCalls, ...fieldCalls, ...personCalls }
