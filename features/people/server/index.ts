import type { FeatureServer, House } from '@millrace/kit/server'
import { peopleContract } from '../contract/index.ts'
import { type PeopleDoor, peopleDoor } from './door.ts'
import { emptyField } from './fields/emptyField.ts'
import { refitField } from './fields/refitField.ts'
import { tendFields } from './fields/tendFields.ts'
import { handlersOf } from './handlers.ts'
import { forgetJobs } from './jobs/forgetJobs.ts'
import { runJob } from './jobs/runJob.ts'
import { Starter } from './jobs/startJob.ts'
import { followPeople } from './person/followPeople.ts'
import { forgetExports } from './person/forgetExports.ts'
import { type PeoplePorts, plugNameKeepers } from './ports.ts'
import { forgetTagJob, mergeTagJob } from './tags/mergeTags.ts'
import { takeTagOff } from './tags/takeTagOff.ts'
import { PeopleCounts } from './verbs/countPeople.ts'
import { Orders } from './verbs/list/orders.ts'

export { type PeopleDoor, peopleDoor, type QueueExport } from './door.ts'
export { currencyOf } from './fields/fieldRow.ts'
export { displayTypeOf } from './fields/fieldRules.ts'
export { HOT_LENGTH, type HotKind, hotExpression, hotKindOf } from './fields/hotExpression.ts'
export type { ServiceField } from './fields/integrationFields.ts'
export { createFields, deleteField, listFields, updateField } from './fields/manageFields.ts'
export { fieldsInFolders, tagsInFolders } from './inFolders.ts'
export { distinctHeaders, type ExportColumn, exportValue } from './jobs/exportColumns.ts'
export { exportLetter, exportRecipient } from './jobs/exportLetter.ts'
export { EXPORT_MS, type ExportAddress, exportLink, readExportLink } from './jobs/exportLink.ts'
export type { ExportSource } from './jobs/exportSources.ts'
export type { PeopleOfSegment } from './jobs/walk.ts'
export { addressHash } from './person/addressHash.ts'
export { currentIds } from './person/formerKeys.ts'
export type { DataPage, Merge, PersonPart, PersonParts, Traces } from './person/parts.ts'
export type { Mention, NameKeeper, PeoplePorts, SystemMail, TagRenaming } from './ports.ts'
export { type FieldRule, fitValue, guessField, readMoment } from './rules/fieldValue.ts'
export { nameOf, PERSON_COLUMNS, type PersonRow, toPerson } from './rules/personShape.ts'
export { prettyTitle } from './rules/prettyTitle.ts'
export type { PersonTag } from './tags/movePersonTags.ts'
export { type NumberChange, reckonNumber } from './upsert/changeNumbers.ts'
export type { Upserted, UpsertItem, UpsertOptions } from './upsert/item.ts'
export type { PersonDelta, TakenBack } from './upsert/takeBack.ts'
export type { TryOptions } from './upsert/tryPeople.ts'
export { readPeople, tagNamesOf } from './verbs/readPeople.ts'

/** Opens people: their calls, jobs and what other features do to them. */
export const openPeople = (
  house: House,
  ports: PeoplePorts = {},
): FeatureServer<typeof peopleContract> & PeopleDoor => {
  const { peopleOfSegment, nameKeepers: keepers = [], personParts: parts = () => [] } = ports
  plugNameKeepers(house, keepers)
  const memory = { counts: new PeopleCounts(), orders: new Orders() }
  const starter = new Starter(house, memory.counts, peopleOfSegment)
  const jobs = [
    runJob(house, ports),
    forgetJobs(house),
    forgetExports(house),
    emptyField(house),
    refitField(house),
    tendFields(house),
  ]
  return {
    contract: peopleContract,
    handlers: handlersOf({ house, starter, keepers, memory, parts }),
    reactors: [followPeople(parts)],
    jobs: [...jobs, takeTagOff(house), mergeTagJob(house, keepers), forgetTagJob(house)],
    ...peopleDoor(house),
  }
}
