import type { Handlers, House } from '@millrace/kit/server'
import { malformed } from '@millrace/kit/server'
import type { NewField, PersonInput, peopleContract } from '../contract/index.ts'
import { createFields, deleteField, listFields, updateField } from './fields/manageFields.ts'
import { keysInQuery } from './rules/keysInQuery.ts'
import { countTags, createTags, deleteTag, listTags, updateTag } from './tags/manageTags.ts'
import { type Bulk, tagsOrRefuse } from './verbs/bulk.ts'
import type { PeopleCounts } from './verbs/countPeople.ts'
import { deletePeople } from './verbs/deletePeople.ts'
import { findPeople } from './verbs/findPeople.ts'
import { listPeople } from './verbs/listPeople.ts'
import { getPerson } from './verbs/readPeople.ts'
import { savePeople } from './verbs/savePeople.ts'
import { searchPeople } from './verbs/searchPeople.ts'
import { tagPerson, untagPerson } from './verbs/tagPerson.ts'
import { unsubscribePerson } from './verbs/unsubscribePerson.ts'

type Made = { house: House; bulk: Bulk; counts: PeopleCounts }

const people = (body: PersonInput | PersonInput[]): PersonInput[] => (Array.isArray(body) ? body : [body])
const fields = (body: NewField | NewField[] | { fields: NewField[] }): NewField[] =>
  Array.isArray(body) ? body : 'fields' in body ? body.fields : [body]

/** Calls to verbs, one line each. */
export const handlersOf = ({ house, bulk, counts }: Made): Handlers<typeof peopleContract> => ({
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
  listPeople: ({ query }, { accountId }) => listPeople(house, counts, accountId, query),
  searchPeople: ({ query }, { accountId }) => searchPeople(house, accountId, query.query, query),
  archivePeople: async ({ body }, { accountId }) => void (await bulk.do(accountId, { what: 'archive' }, body)),
  deletePeople: ({ query }, { accountId }) =>
    deletePeople(
      house,
      accountId,
      query.id === undefined ? keysInQuery(query) : [{ id: query.id }],
      query.force ?? false,
    ),
  restorePeople: ({ body }, { accountId }) => bulk.do(accountId, { what: 'restore' }, body),
  restoreAllPeople: (_input, { accountId }) => bulk.do(accountId, { what: 'restore' }, { all: true }),
  unsubscribePerson: ({ query: { reason, ...key } }, { accountId }) => unsubscribePerson(house, accountId, key, reason),
  addTag: async ({ body: { tag, ...key } }, { accountId }) => ({
    user: await tagPerson(house, accountId, key, tagsOrRefuse(tag)),
  }),
  removeTag: ({ body: { tag, ...key } }, { accountId }) => untagPerson(house, accountId, key, tagsOrRefuse(tag)),
  tagPeople: ({ body: { tag, ...selection } }, { accountId }) =>
    bulk.do(accountId, { what: 'tag', tags: tagsOrRefuse(tag) }, selection),
  untagPeople: async ({ body: { tag, ...selection } }, { accountId }) =>
    void (await bulk.do(accountId, { what: 'untag', tags: tagsOrRefuse(tag) }, selection)),
  listTags: async (_input, { accountId }) => ({ tags: await listTags(house, accountId) }),
  createTags: async ({ body }, { accountId }) => ({ tags: await createTags(house, accountId, body.tags) }),
  countTags: async (_input, { accountId }) => ({ tagCounts: await countTags(house, accountId) }),
  updateTag: async ({ params, body }, { accountId }) => ({ tag: await updateTag(house, accountId, params.tag, body) }),
  deleteTag: ({ params }, { accountId }) => deleteTag(house, accountId, params.tag),
  listFields: async (_input, { accountId }) => ({ fields: await listFields(house, accountId) }),
  createFields: async ({ body }, { accountId }) => ({
    fields: await createFields(house, accountId, fields(body)),
  }),
  updateField: async ({ params, body }, { accountId }) => ({
    field: await updateField(house, accountId, params.fieldName, body),
  }),
  deleteField: ({ params }, { accountId }) => deleteField(house, accountId, params.fieldName),
})
