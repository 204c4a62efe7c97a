import * as calls from './calls.ts'

export * from './field.ts'
export * from './person.ts'
export * from './tag.ts'

/** Every call about people, their tags and their fields. */
export const peopleContract = { ...calls }
