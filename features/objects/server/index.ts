import type { FeatureServer, House } from '@millrace/kit/server'
import { objectsContract } from '../contract/index.ts'
import type { PeopleCalls } from './asPeople.ts'
import { forgetObjectJobs } from './bulk/forgetJobs.ts'
import { runObjectJob } from './bulk/runJob.ts'
import { type ObjectsDoor, objectsDoor } from './door.ts'
import { handlersOf } from './handlers.ts'
import { clearAssociation, clearSchema } from './jobs/clear.ts'
import { emptyObjectField, writeWords } from './jobs/rewrite.ts'
import type { ObjectPorts } from './ports.ts'

export type { Pair, WhereTaken } from './associations/associate.ts'
export type { AssociationRow } from './associations/associationTypes.ts'
export { personObjects } from './associations/personObjects.ts'
export type { Tied } from './associations/readTies.ts'
export { type ObjectsDoor, objectsDoor } from './door.ts'
export type { ObjectFieldMention, ObjectPorts } from './ports.ts'
export type { ObjectsDictionary } from './schemas/dictionary.ts'
export { mayUseKind } from './schemas/gate.ts'
export type { ObjectItem, ObjectOptions, UpsertedObject } from './upsert/item.ts'
export type { ObjectCondition } from './verbs/listObjects.ts'

/** The doors that objects stand on, and what they ask of higher features. */
export type ObjectsNeeds = ObjectPorts & { people: { handlers: PeopleCalls } }

/** Opens objects: their calls, jobs and what other features do to objects. */
export const openObjects = (
  house: House,
  { people, ...ports }: ObjectsNeeds,
): FeatureServer<typeof objectsContract> & ObjectsDoor => ({
  contract: objectsContract,
  handlers: handlersOf({ house, ports, people: people.handlers }),
  jobs: [
    clearAssociation(house),
    clearSchema(house),
    emptyObjectField(house),
    writeWords(house),
    runObjectJob(house, ports),
    forgetObjectJobs(house),
  ],
  ...objectsDoor(house),
})
