import type { FeatureServer, House } from '@millrace/kit/server'
import { peopleContract } from '../contract/index.ts'
import { type PeopleDoor, peopleDoor } from './door.ts'
import { emptyField } from './fields/emptyField.ts'
import { handlersOf } from './handlers.ts'
import type { PeoplePorts } from './ports.ts'
import { forgetTagJob, mergeTagJob } from './tags/mergeTags.ts'
import { takeTagOff } from './tags/takeTagOff.ts'
import { Bulk } from './verbs/bulk.ts'
import { PeopleCounts } from './verbs/countPeople.ts'

export { type PeopleDoor, peopleDoor } from './door.ts'
export { displayTypeOf } from './fields/fieldRules.ts'
export { createFields, deleteField, listFields, updateField } from './fields/manageFields.ts'
export { fieldsInFolders, tagsInFolders } from './inFolders.ts'
export type { Mention, NameKeeper, PeoplePorts, TagRenaming } from './ports.ts'
export { type FieldRule, fitValue, guessField, readMoment } from './rules/fieldValue.ts'
export { nameOf, PERSON_COLUMNS, type PersonRow, toPerson } from './rules/personShape.ts'
export { prettyTitle } from './rules/prettyTitle.ts'
export type { PersonTag } from './tags/movePersonTags.ts'
export type { Upserted, UpsertItem, UpsertOptions } from './upsert/item.ts'
export type { PersonDelta, TakenBack } from './upsert/takeBack.ts'
export type { TryOptions } from './upsert/tryPeople.ts'
export type { PeopleOfSegment } from './verbs/bulk.ts'
export { readPeople, tagNamesOf } from './verbs/readPeople.ts'

/** Opens people: their calls, jobs and what other features do to them. */
export const openPeople = (
  house: House,
  ports: PeoplePorts = {},
): FeatureServer<typeof peopleContract> & PeopleDoor => {
  const { peopleOfSegment, nameKeepers: keepers = [] } = ports
  const bulk = new Bulk(house, peopleOfSegment)
  return {
    contract: peopleContract,
    handlers: handlersOf({ house, bulk, keepers, counts: new PeopleCounts() }),
    jobs: [bulk.job(), takeTagOff(house), mergeTagJob(house, keepers), forgetTagJob(house), emptyField(house)],
    ...peopleDoor(house),
  }
}
