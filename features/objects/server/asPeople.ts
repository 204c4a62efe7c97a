import { type CallContext, type Handlers, notFound, refused } from '@millrace/kit/server'
import type { Person, peopleContract } from '@millrace/people/contract'
import type { ObjectInput, ObjectPage, ObjectRecord, ObjectUsage } from '../contract/index.ts'

/** The calls about people, which answer where an address names them as objects. */
export type PeopleCalls = Pick<
  Handlers<typeof peopleContract>,
  | 'getPerson'
  | 'findPeople'
  | 'listPeople'
  | 'searchPeople'
  | 'savePeople'
  | 'deletePeople'
  | 'countFieldUses'
  | 'listFieldUses'
>

/** A person as an object: the external ID is their user ID. */
export const asObject = (person: Person): ObjectRecord => ({ ...person, externalId: person.userId })

const asInput = ({ externalId, ...rest }: ObjectInput) =>
  externalId === undefined ? rest : { ...rest, userId: externalId }

/** People, where calls about objects name them: everything goes to the calls about people. */
export const asPeople = (people: PeopleCalls) => ({
  list: async (wanted: ObjectPage, context: CallContext) => {
    const { limit = 100, offset = 0, ...query } = wanted
    const sort = query.sort === 'externalId' ? 'userId' : query.sort
    const answer = await people.listPeople({ params: {}, query: { ...query, sort, limit, offset } } as never, context)
    const objects = answer.people.map(asObject)
    return { objects, total: answer.total, hasMore: offset + objects.length < answer.total }
  },
  get: async (id: number, context: CallContext) => {
    const { users } = await people.getPerson({ params: { id } } as never, context)
    if (!users[0]) throw notFound('There is no such person.')
    return asObject(users[0])
  },
  /** The id of the person with a user ID; 404 where there is nobody. */
  idOf: async (userId: string, context: CallContext): Promise<number> => {
    const { users } = await people.findPeople({ query: { 'people[0][userId]': userId } } as never, context)
    if (!users[0]) throw notFound('There is no such person.')
    return users[0].id
  },
  search: async (query: string, attributes: string[] | undefined, context: CallContext) => {
    if (query.length < 2) throw refused('Type at least 2 characters.')
    const found = await people.searchPeople({ query: { query, attributes } } as never, context)
    return { objects: found.users.map((person) => ({ ...asObject(person), highlights: {} })), hasMore: found.hasMore }
  },
  save: async (objects: readonly ObjectInput[], context: CallContext) => {
    const { users } = await people.savePeople({ query: {}, body: objects.map(asInput) } as never, context)
    return users.map(asObject)
  },
  fieldUseCounts: (context: CallContext) => people.countFieldUses({} as never, context),
  fieldUses: async (fieldName: string, context: CallContext): Promise<ObjectUsage> => {
    const { people: objects, uses } = await people.listFieldUses({ params: { fieldName } } as never, context)
    return { objects, uses }
  },
  remove: (id: number, force: boolean, context: CallContext) =>
    people.deletePeople({ query: { id, force } } as never, context),
})
