import { type JobHandler, job } from '@millrace/kit/jobs'
import { type House, refused, type Tx } from '@millrace/kit/server'
import { z } from 'zod'
import { Selection, tagsIn } from '../../contract/index.ts'
import { addTags, removeTags } from '../tags/movePersonTags.ts'
import { archivePeople, restorePeople } from './movePeople.ts'
import { matchOf, matchSql } from './searchPeople.ts'

/** People of a segment with ids above `after`, in the order of their ids; the segments feature knows. */
export type PeopleOfSegment = (
  tx: Tx,
  accountId: number,
  segmentId: number,
  after: number,
  limit: number,
) => Promise<number[]>

/** What can be done to many people. */
const Act = z.discriminatedUnion('what', [
  z.object({ what: z.literal('archive') }),
  z.object({ what: z.literal('restore') }),
  z.object({ what: z.literal('tag'), tags: z.array(z.string()) }),
  z.object({ what: z.literal('untag'), tags: z.array(z.string()) }),
])
type Act = z.infer<typeof Act>

const Payload = z.object({ accountId: z.number(), act: Act, selection: Selection, before: z.coerce.date() })

/** So many people in one transaction; up to so many are dealt with at once. */
const CHUNK = 1_000

const apply = (tx: Tx, house: House, accountId: number, act: Act, ids: readonly number[]): Promise<number> => {
  if (act.what === 'archive') return archivePeople(tx, house, accountId, ids)
  if (act.what === 'restore') return restorePeople(tx, house, accountId, ids)
  const pairs = ids.flatMap((personId) => act.tags.map((tag) => ({ personId, tag })))
  return act.what === 'tag' ? addTags(tx, house, accountId, pairs) : removeTags(tx, house, accountId, pairs)
}

/** People by id above $2 who were there at $3, except $4, who match $5. */
const page = (act: Act, operator: 'ilike' | '~*' | undefined) => `
select p.id from people p
where p.account_id = $1 and p.id > $2 and p.created_at <= $3 and not p.id = any($4::bigint[])
  and p.archived_at is ${act.what === 'restore' ? 'not ' : ''}null
  and ${operator ? matchSql(operator, '$5::text') : '$5::text is null'}
order by p.account_id, p.id limit $6`

type Walk = { act: Act; selection: Selection; before: Date; after: number; limit: number }

const pageOfAll = async (tx: Tx, accountId: number, { act, selection, before, after, limit }: Walk) => {
  const match = selection.query ? matchOf(selection.query) : undefined
  const values = [accountId, after, before, selection.except ?? [], match?.pattern ?? null, limit]
  return (await tx.rows<{ id: number }>(page(act, match?.operator), values)).map(({ id }) => id)
}

/** Acts on people in bulk: at once where they are few, else as a job in small transactions. */
export class Bulk {
  private readonly house: House
  private readonly peopleOfSegment: PeopleOfSegment | undefined
  constructor(house: House, peopleOfSegment: PeopleOfSegment | undefined) {
    this.house = house
    this.peopleOfSegment = peopleOfSegment
  }

  private async ids(tx: Tx, accountId: number, walk: Walk): Promise<{ ids: number[]; last: number }> {
    const { segmentId, except = [] } = walk.selection
    if (segmentId === undefined) {
      const ids = await pageOfAll(tx, accountId, walk)
      return { ids, last: ids.length === walk.limit ? (ids.at(-1) ?? 0) : 0 }
    }
    if (!this.peopleOfSegment) throw refused('Segments cannot be used here.')
    const ids = await this.peopleOfSegment(tx, accountId, segmentId, walk.after, walk.limit)
    const left = new Set(except)
    return { ids: ids.filter((id) => !left.has(id)), last: ids.length === walk.limit ? (ids.at(-1) ?? 0) : 0 }
  }

  /** Does it, or queues it; answers how many people it is about. */
  async do(accountId: number, act: Act, selection: Selection): Promise<{ count: number; isQueued: boolean }> {
    const { people, segmentId, all } = selection
    if (!people?.length && segmentId === undefined && !all) throw refused('Choose people, a segment or all.')
    return this.house.db.system(async (tx) => {
      if (people?.length) {
        const ids = people.map(({ id }) => id)
        return { count: await apply(tx, this.house, accountId, act, ids), isQueued: false }
      }
      const before = this.house.clock.now()
      const first = await this.ids(tx, accountId, { act, selection, before, after: 0, limit: CHUNK + 1 })
      if (!first.last) return { count: await apply(tx, this.house, accountId, act, first.ids), isQueued: false }
      await this.house.jobs.add(tx, 'people.bulk', { accountId, act, selection, before })
      return { count: await this.estimate(tx, accountId), isQueued: true }
    })
  }

  private async estimate(tx: Tx, accountId: number): Promise<number> {
    const sql = 'select count(*) as n from people p where p.account_id = $1 and p.archived_at is null'
    return (await tx.one<{ n: number }>(sql, [accountId]))?.n ?? 0
  }

  /** The job: repeating a part of it changes nothing, so it simply starts again after a crash. */
  job(): JobHandler {
    return job({
      name: 'people.bulk',
      schema: Payload,
      run: async ({ accountId, act, selection, before }, signal) => {
        for (let after = 0; !signal.aborted; ) {
          const last = await this.house.db.system(async (tx) => {
            const found = await this.ids(tx, accountId, { act, selection, before, after, limit: CHUNK })
            if (found.ids.length) await apply(tx, this.house, accountId, act, found.ids)
            return found.last
          })
          if (!last) return
          after = last
        }
        throw new Error('stopped; goes on later')
      },
    })
  }
}

/** The tags in a comma-separated text; throws where there are none. */
export const tagsOrRefuse = (text: string): string[] => {
  const tags = tagsIn(text)
  if (!tags.length) throw refused('Choose a tag.')
  return tags
}
