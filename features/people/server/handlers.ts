import type { Handlers, House } from '@millrace/kit/server'
import { malformed } from '@millrace/kit/server'
import type { NewField, PersonInput, peopleContract } from '../contract/index.ts'
import { countFieldUses, listFieldUses } from './fields/fieldUses.ts'
import { createFields, deleteField, listFields, updateField } from './fields/manageFields.ts'
import { type Starter, tagsOrRefuse } from './jobs/startJob.ts'
import type { PersonParts } from './person/parts.ts'
import { personHandlers } from './person/personHandlers.ts'
import type { NameKeeper } from './ports.ts'
import { keysInQuery } from './rules/keysInQuery.ts'
import { countTags, listTagUses } from './tags/countTags.ts'
import { createTags, deleteTag, listTags, updateTag } from './tags/manageTags.ts'
import { mergeTag } from './tags/mergeTags.ts'
import { deletePeople } from './verbs/deletePeople.ts'
import { downloadExport, exportPeople, openExportLink } from './verbs/exportPeople.ts'
import { findPeople } from './verbs/findPeople.ts'
import { type ListMemory, listPeople } from './verbs/list/listPeople.ts'
import { cancelPeopleJob, listPeopleJobs } from './verbs/peopleJobs.ts'
import { getPerson } from './verbs/readPeople.ts'
import { savePeople } from './verbs/savePeople.ts'
import { searchPeople } from './verbs/search/searchPeople.ts'
import { tagPerson, untagPerson } from './verbs/tagPerson.ts'
import { unsubscribePerson } from './verbs/unsubscribePerson.ts'

type Made = { house: House; starter: Starter; keepers: readonly NameKeeper[]; memory: ListMemory; parts: PersonParts }

const people = (body: PersonInput | PersonInput[]): PersonInput[] => (Array.isArray(body) ? body : [body])
const fields = (body: NewField | NewField[] | { fields: NewField[] }): NewField[] =>
  Array.isArray(body) ? body : 'fields' in body ? body.fields : [body]

/** Calls to verbs, one line each. */
export const handlersOf = ({ house, starter, keepers, memory, parts }: Made): Handlers<typeof peopleContract> => ({
  ...personHandlers(house, parts),
  getPerson: async ({ params }, { accountId }) => ({ users: [await getPerson(house, accountId, params.id)] }),
  savePeople: async ({ query, body }, { accountId }) => {
    const users = await savePeople(house, accountId, people(body), query.source ?? 'api')
    const [user] = users
    if (!user) throw malformed('There is nobody to save.')
    return { user, users }
  },
  findPeople: async ({ query }, { accountId }) => ({
    users: await findPeople(house, accountId, keysInQuery(query), query),
  }),
  listPeople: ({ query }, { accountId }) => listPeople(house, memory, accountId, query),
  searchPeople: ({ query }, { accountId }) => searchPeople(house, accountId, query.query, query),
  archivePeople: async ({ query, body }, { accountId, memberId }) => {
    await starter.do(accountId, { kind: query.force ? 'delete' : 'archive', tags: [] }, body, memberId)
  },
  deletePeople: ({ query }, { accountId }) =>
    deletePeople(
      house,
      accountId,
      query.id === undefined ? keysInQuery(query) : [{ id: query.id }],
      query.force ?? false,
    ),
  restorePeople: ({ body }, { accountId, memberId }) =>
    starter.do(accountId, { kind: 'restore', tags: [] }, body, memberId),
  restoreAllPeople: (_input, { accountId, memberId }) =>
    starter.do(accountId, { kind: 'restore', tags: [] }, { all: true }, memberId),
  exportPeople: ({ body }, caller) => exportPeople(house, starter, caller, body),
  downloadExport: ({ params }, context) => downloadExport(house, context, params.id),
  openExportLink: ({ query }, context) => openExportLink(house, context, query.token),
  listPeopleJobs: async (_input, { accountId }) => ({ jobs: await listPeopleJobs(house, accountId) }),
  cancelPeopleJob: async ({ params }, caller) => ({ job: await cancelPeopleJob(house, caller, params.id) }),
  unsubscribePerson: ({ query: { reason, ...key } }, { accountId }) => unsubscribePerson(house, accountId, key, reason),
  addTag: async ({ body: { tag, ...key } }, { accountId }) => ({
    user: await tagPerson(house, accountId, key, tagsOrRefuse(tag)),
  }),
  removeTag: ({ body: { tag, ...key } }, { accountId }) => untagPerson(house, accountId, key, tagsOrRefuse(tag)),
  tagPeople: ({ body: { tag, ...selection } }, { accountId, memberId }) =>
    starter.do(accountId, { kind: 'tag', tags: tagsOrRefuse(tag) }, selection, memberId),
  untagPeople: async ({ body: { tag, ...selection } }, { accountId, memberId }) => {
    await starter.do(accountId, { kind: 'untag', tags: tagsOrRefuse(tag) }, selection, memberId)
  },
  listTags: async (_input, { accountId }) => ({ tags: await listTags(house, accountId) }),
  createTags: async ({ body }, { accountId }) => ({ tags: await createTags(house, accountId, body.tags) }),
  countTags: (_input, { accountId }) => countTags(house, keepers, accountId),
  updateTag: async ({ params, body }, context) => ({ tag: await updateTag(house, keepers, context, params.tag, body) }),
  listTagUses: ({ params }, { accountId }) => listTagUses(house, keepers, accountId, params.tag),
  mergeTag: ({ params, body }, context) => mergeTag(house, keepers, context, params.tag, body.into),
  deleteTag: ({ params }, { accountId }) => deleteTag(house, accountId, params.tag),
  listFields: async (_input, { accountId }) => ({ fields: await listFields(house, accountId) }),
  createFields: async ({ body }, { accountId }) => ({
    fields: await createFields(house, accountId, fields(body)),
  }),
  updateField: async ({ params, body }, { accountId }) => ({
    field: await updateField(house, accountId, params.fieldName, body),
  }),
  countFieldUses: async (_input, { accountId }) => ({ useCounts: await countFieldUses(house, keepers, accountId) }),
  listFieldUses: ({ params }, { accountId }) => listFieldUses(house, keepers, accountId, params.fieldName),
  deleteField: ({ params }, { accountId }) => deleteField(house, accountId, params.fieldName),
})
