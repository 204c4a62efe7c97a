import { type Handlers, type House, malformed, refused } from '@millrace/kit/server'
import type { NewField } from '@millrace/people/contract'
import {
  isPersonName,
  type NewFields,
  type ObjectInput,
  type ObjectRecord,
  type objectsContract,
} from '../contract/index.ts'
import { asPeople, type PeopleCalls } from './asPeople.ts'
import { createAssociation, deleteAssociation } from './associations/manageAssociations.ts'
import { cutTie, listTiedBy, listTies, tieByDefault, tieTogether } from './associations/tieVerbs.ts'
import { downloadObjectExport, exportObjects, openObjectExportLink } from './bulk/exportObjects.ts'
import { cancelObjectJob, listObjectJobs } from './bulk/objectJobs.ts'
import { changeMany } from './bulk/startJob.ts'
import type { ObjectPorts } from './ports.ts'
import { countObjectFieldUses, listObjectFieldUses } from './schemas/fieldUses.ts'
import { createSchema, deleteSchema, getSchema, listSchemas, updateSchema } from './schemas/manageSchemas.ts'
import { createObjectFields, deleteObjectField, updateObjectField } from './schemas/objectFields.ts'
import { listAssociationUses, listSchemaUses } from './schemas/uses.ts'
import { deleteObject } from './verbs/deleteObject.ts'
import { countObjects, listObjects } from './verbs/listObjects.ts'
import { getObject } from './verbs/readObjects.ts'
import { saveObjects, updateObject } from './verbs/saveObjects.ts'
import { searchObjects } from './verbs/searchObjects.ts'
import { countSegmentObjects, listSegmentObjects } from './verbs/segmentObjects.ts'

type Calls = Handlers<typeof objectsContract>
type Made = { house: House; ports: ObjectPorts; people: PeopleCalls }

const objectsIn = (body: ObjectInput | ObjectInput[] | { objects: ObjectInput[] }): ObjectInput[] =>
  Array.isArray(body) ? body : Array.isArray(body.objects) ? (body.objects as ObjectInput[]) : [body as ObjectInput]

const fieldsIn = (body: NewFields): NewField[] => {
  if (Array.isArray(body)) return body
  if ('fields' in body) return body.fields
  return 'items' in body ? body.items : [body]
}

const saved = (objects: ObjectRecord[]) => {
  const [object] = objects
  if (!object) throw malformed('There is nothing to save.')
  return { object, objects }
}

const notOfPeople = (objectName: string, where = 'The people of a segment are at /v1/segments/{id}/people.') => {
  if (isPersonName(objectName)) throw refused(where)
}
const BULK_OF_PEOPLE = 'What is done to many people is at /v1/people.'

const listing = ({ house, ports, people }: Made) => {
  const persons = asPeople(people)
  return {
    listObjects: ({ params: { objectName }, query }, context) =>
      isPersonName(objectName)
        ? persons.list(query, context)
        : listObjects(house, context.accountId, objectName, query),
    countObjects: async ({ params: { objectName }, query: { archived = false } }, context) => ({
      count: isPersonName(objectName)
        ? (await persons.list({ limit: 1, archived }, context)).total
        : await countObjects(house, context.accountId, objectName, archived),
    }),
    searchObjects: ({ params: { objectName }, query }, context) =>
      isPersonName(objectName)
        ? persons.search(query.query, query.attributes, context)
        : searchObjects(house, ports, context.accountId, objectName, query),
    listSegmentObjects: ({ params: { objectName, segmentId }, query }, { accountId }) => {
      notOfPeople(objectName)
      return listSegmentObjects({ house, ports, accountId, objectName, segmentId }, query)
    },
    countSegmentObjects: async ({ params: { objectName, segmentId } }, { accountId }) => {
      notOfPeople(objectName)
      return { count: await countSegmentObjects({ house, ports, accountId, objectName, segmentId }) }
    },
  } satisfies Partial<Calls>
}

const one = ({ house, ports, people }: Made) => {
  const persons = asPeople(people)
  return {
    createObjects: async ({ params: { objectName }, body }, context) => {
      const objects = objectsIn(body)
      if (isPersonName(objectName)) return saved(await persons.save(objects, context))
      return saved(await saveObjects({ house, ports, accountId: context.accountId, objectName }, objects, 'refuse'))
    },
    saveObjects: async ({ params: { objectName }, body }, context) => {
      const objects = objectsIn(body)
      if (isPersonName(objectName)) return saved(await persons.save(objects, context))
      return saved(await saveObjects({ house, ports, accountId: context.accountId, objectName }, objects, 'update'))
    },
    getObject: async ({ params: { objectName, id } }, context) => ({
      object: isPersonName(objectName)
        ? await persons.get(id, context)
        : await getObject(house, context.accountId, objectName, { id }),
    }),
    updateObject: async ({ params: { objectName, id }, body }, context) => {
      if (!isPersonName(objectName))
        return { object: await updateObject({ house, ports, accountId: context.accountId, objectName }, { id }, body) }
      await persons.get(id, context)
      return { object: saved(await persons.save([{ ...body, id }], context)).object }
    },
    deleteObject: async ({ params: { objectName, id }, query: { force = false } }, context) => {
      if (!isPersonName(objectName)) return deleteObject(house, context.accountId, objectName, { id }, force)
      await persons.get(id, context)
      return persons.remove(id, force, context)
    },
  } satisfies Partial<Calls>
}

const many = ({ house, ports }: Made) =>
  ({
    changeManyObjects: (
      { params: { objectName }, body: { action, fields, ...selection } },
      { accountId, memberId },
    ) => {
      notOfPeople(objectName, BULK_OF_PEOPLE)
      return changeMany({ house, ports, accountId, memberId, objectName }, { kind: action, selection, fields })
    },
    exportObjects: ({ params: { objectName }, body }, { accountId, memberId }) => {
      notOfPeople(objectName, BULK_OF_PEOPLE)
      return exportObjects({ house, ports, accountId, memberId, objectName }, body)
    },
    listObjectJobs: async (_input, { accountId }) => ({ jobs: await listObjectJobs(house, accountId) }),
    cancelObjectJob: async ({ params }, caller) => ({ job: await cancelObjectJob(house, caller, params.id) }),
    downloadObjectExport: ({ params }, context) => downloadObjectExport(house, context, params.id),
    openObjectExportLink: ({ query }, context) => openObjectExportLink(house, context, query.token),
  }) satisfies Partial<Calls>

const byExternalId = ({ house, ports, people }: Made) => {
  const persons = asPeople(people)
  return {
    getObjectByExternalId: async ({ params: { objectName, externalId } }, context) => ({
      object: isPersonName(objectName)
        ? await persons.get(await persons.idOf(externalId, context), context)
        : await getObject(house, context.accountId, objectName, { externalId }),
    }),
    updateObjectByExternalId: async ({ params: { objectName, externalId }, body }, context) => {
      const { accountId } = context
      if (!isPersonName(objectName))
        return { object: await updateObject({ house, ports, accountId, objectName }, { externalId }, body) }
      const id = await persons.idOf(externalId, context)
      return { object: saved(await persons.save([{ ...body, id }], context)).object }
    },
    deleteObjectByExternalId: async ({ params: { objectName, externalId }, query: { force = false } }, context) => {
      if (!isPersonName(objectName)) return deleteObject(house, context.accountId, objectName, { externalId }, force)
      return persons.remove(await persons.idOf(externalId, context), force, context)
    },
  } satisfies Partial<Calls>
}

const ties = ({ house, ports }: Made) =>
  ({
    listAssociations: async ({ params }, { accountId }) => ({ associations: await listTies(house, accountId, params) }),
    listAssociated: ({ params: { associationId, ...thing }, query }, { accountId }) =>
      listTiedBy(house, accountId, thing, associationId, query),
    associateByDefault: ({ params, query: { replace = false } }, { accountId }) => {
      const target = { objectName: params.targetObjectName, id: params.targetId, replaces: replace }
      return tieByDefault(house, accountId, params, target)
    },
    associateObjects: ({ params: { associationId, targetId, ...thing }, query: { replace = false } }, { accountId }) =>
      tieTogether(house, accountId, thing, { associationId, targetId, replaces: replace }),
    dissociateObjects: ({ params: { associationId, targetId, ...thing } }, { accountId }) =>
      cutTie(house, accountId, thing, { associationId, targetId }),
    createAssociation: async ({ body }, { accountId }) => ({
      association: await createAssociation(house, accountId, body),
    }),
    deleteAssociation: ({ params }, { accountId }) => deleteAssociation(house, ports, accountId, params.id),
  }) satisfies Partial<Calls>

const schemas = ({ house, ports }: Made) =>
  ({
    listSchemas: async (_input, { accountId }) => ({ schemas: await listSchemas(house, accountId) }),
    createSchema: async ({ body }, { accountId }) => ({ schema: await createSchema(house, ports, accountId, body) }),
    getSchema: async ({ params }, { accountId }) => ({ schema: await getSchema(house, accountId, params.objectName) }),
    updateSchema: async ({ params, body }, { accountId }) => ({
      schema: await updateSchema(house, accountId, params.objectName, body),
    }),
    deleteSchema: ({ params }, { accountId }) => deleteSchema(house, ports, accountId, params.objectName),
    createSchemaFields: async ({ params, body }, { accountId }) => ({
      items: await createObjectFields(house, accountId, params.objectName, fieldsIn(body)),
    }),
    updateSchemaField: async ({ params: { objectName, fieldName }, body }, { accountId }) => ({
      item: await updateObjectField(house, accountId, objectName, fieldName, body),
    }),
    deleteSchemaField: ({ params: { objectName, fieldName } }, { accountId }) =>
      deleteObjectField(house, accountId, objectName, fieldName),
  }) satisfies Partial<Calls>

const uses = ({ house, ports, people }: Made) => {
  const persons = asPeople(people)
  return {
    listSchemaUses: ({ params }, { accountId }) => listSchemaUses(house, ports, accountId, params.objectName),
    countSchemaFieldUses: async ({ params: { objectName } }, context) =>
      isPersonName(objectName)
        ? persons.fieldUseCounts(context)
        : { useCounts: await countObjectFieldUses(house, ports, context.accountId, objectName) },
    listSchemaFieldUses: ({ params }, context) =>
      isPersonName(params.objectName)
        ? persons.fieldUses(params.fieldName, context)
        : listObjectFieldUses(house, ports, context.accountId, params),
    listAssociationUses: ({ params }, { accountId }) => listAssociationUses(house, ports, accountId, params.id),
  } satisfies Partial<Calls>
}

/** Calls to verbs, one line each; calls that name people go to the calls about people. */
export const handlersOf = (made: Made): Calls => ({
  ...listing(made),
  ...one(made),
  ...many(made),
  ...byExternalId(made),
  ...ties(made),
  ...schemas(made),
  ...uses(made),
})
