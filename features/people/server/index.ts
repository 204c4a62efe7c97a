import type { FeatureServer, House } from '@millrace/kit/server'
import { peopleContract } from '../contract/index.ts'
import { type PeopleDoor, peopleDoor } from './door.ts'
import { emptyField } from './fields/emptyField.ts'
import { handlersOf } from './handlers.ts'
import { takeTagOff } from './tags/manageTags.ts'
import { Bulk, type PeopleOfSegment } from './verbs/bulk.ts'
import { PeopleCounts } from './verbs/countPeople.ts'

export { type PeopleDoor, peopleDoor } from './door.ts'
export { displayTypeOf } from './fields/fieldRules.ts'
export { createFields, deleteField, listFields, updateField } from './fields/manageFields.ts'
export { fieldsInFolders, tagsInFolders } from './inFolders.ts'
export { type FieldRule, fitValue, guessField, readMoment } from './rules/fieldValue.ts'
export { nameOf, PERSON_COLUMNS, type PersonRow, toPerson } from './rules/personShape.ts'
export { prettyTitle } from './rules/prettyTitle.ts'
export type { PersonTag } from './tags/movePersonTags.ts'
export type { Upserted, UpsertItem, UpsertOptions } from './upsert/item.ts'
export type { PeopleOfSegment } from './verbs/bulk.ts'
export { readPeople, tagNamesOf } from './verbs/readPeople.ts'

/** What people ask of higher features. */
export type PeoplePorts = {
  /** People of a segment with ids above `after`, by id; without it bulk calls refuse segments. */
  peopleOfSegment?: PeopleOfSegment
}

/** Opens people: their calls, jobs and what other features do to them. */
export const openPeople = (
  house: House,
  ports: PeoplePorts = {},
): FeatureServer<typeof peopleContract> & PeopleDoor => {
  const bulk = new Bulk(house, ports.peopleOfSegment)
  return {
    contract: peopleContract,
    handlers: handlersOf({ house, bulk, counts: new PeopleCounts() }),
    jobs: [bulk.job(), takeTagOff(house), emptyField(house)],
    ...peopleDoor(house),
  }
}
