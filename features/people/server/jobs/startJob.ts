import { randomBytes } from 'node:crypto'
import { type House, refused, type Tx } from '@millrace/kit/server'
import { type Selection, tagsIn } from '../../contract/index.ts'
import { tagIds } from '../tags/tagIds.ts'
import type { PeopleCounts } from '../verbs/countPeople.ts'
import { type Act, act } from './acts.ts'
import type { SourceWanted } from './exportSources.ts'
import { filterOf, type PeopleOfSegment, walker } from './walk.ts'

/** So many people are dealt with at once; more are a job. */
export const AT_ONCE = 1_000

/** What a bulk call answers. */
export type BulkDone = { count: number; isQueued: boolean; jobId?: number }

/** Keeps a job. */
const KEEP = `
insert into people_jobs (account_id, kind, tags, selection, attributes, total, first_id, last_id, up_to_id, email,
  created_by, created_at, file_key)
values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12) returning id`

/** The lowest and the highest id of an account's people. */
const ENDS = `
select coalesce((select p.id from people p where p.account_id = $1 order by p.account_id, p.id limit 1), 1) as first,
  coalesce((select p.id from people p where p.account_id = $1 order by p.account_id desc, p.id desc limit 1), 0) as last`

/** Who asks for a job, and what more there is to keep. */
export type JobWanted = { by: number; email?: string; attributes?: string[] }

/** Queues a job's next turn. Jobs of one account go one after the other, so that two never fight for the same people. */
export const queueJob = (tx: Tx, house: House, accountId: number, id: number): Promise<void> =>
  house.jobs.add(
    tx,
    'people.bulk',
    { accountId, id },
    { key: `people:${accountId}:${id}`, queue: `people:${accountId}` },
  )

/** Begins work on many people: at once where they are few, else as a job. */
export class Starter {
  private readonly house: House
  private readonly counts: PeopleCounts
  private readonly next: ReturnType<typeof walker>
  constructor(house: House, counts: PeopleCounts, peopleOfSegment: PeopleOfSegment | undefined) {
    this.house = house
    this.counts = counts
    this.next = walker(peopleOfSegment)
  }

  /** About how many people it is for; undefined where counting would take its time. */
  private async total(tx: Tx, accountId: number, wanted: { kind: Act['kind'] | 'export'; selection: Selection }) {
    const { people, segmentId, query, except = [] } = wanted.selection
    if (people?.length) return new Set(people.map(({ id }) => id)).size
    if (segmentId !== undefined || query) return undefined
    const filter = `p.account_id = $1 and ${filterOf(wanted, 'null').sql}`
    return Math.max(0, (await this.counts.of(tx, accountId, filter)) - except.length)
  }

  /** Keeps a job and queues it. */
  async queue(
    tx: Tx,
    accountId: number,
    { kind, tags }: { kind: Act['kind'] | 'export'; tags: readonly string[] },
    selection: Selection,
    { by, email, attributes }: JobWanted,
  ): Promise<BulkDone> {
    const total = await this.total(tx, accountId, { kind, selection })
    const ends = await tx.one<{ first: number; last: number }>(ENDS, [accountId])
    const from = Math.max(0, (ends?.first ?? 1) - 1)
    const what = [kind, tags, JSON.stringify(selection), attributes ?? null, total ?? null]
    const key = kind === 'export' ? randomBytes(16).toString('hex') : null
    const values = [accountId, ...what, from, ends?.last ?? 0, email ?? null, by, this.house.clock.now(), key]
    const id = (await tx.one<{ id: number }>(KEEP, values))?.id ?? 0
    await queueJob(tx, this.house, accountId, id)
    return { count: total ?? 0, isQueued: true, jobId: id }
  }

  /** Does it to up to a thousand people at once; queues it for more. */
  async do(accountId: number, wanted: Act, selection: Selection, by: number): Promise<BulkDone> {
    mustName(selection)
    return this.house.db.system(async (tx) => {
      // Made now, so that a name that cannot be a tag is refused to whoever asks.
      if (wanted.kind === 'tag') await tagIds(tx, accountId, wanted.tags, this.house.clock.now())
      const walk = { kind: wanted.kind, selection, after: 0, upTo: Number.MAX_SAFE_INTEGER, limit: AT_ONCE + 1 }
      const first = await this.next(tx, accountId, walk)
      if (first.ids.length > AT_ONCE || first.last) return this.queue(tx, accountId, wanted, selection, { by })
      return { count: await act(tx, this.house, accountId, wanted, first.ids), isQueued: false }
    })
  }
}

/** Refuses a selection that names nobody. */
export const mustName = ({ people, segmentId, all }: Selection): void => {
  if (!people?.length && segmentId === undefined && !all) throw refused('Choose people, a segment or all.')
}

/** The tags in a comma-separated text; throws where there are none. */
export const tagsOrRefuse = (text: string): string[] => {
  const tags = tagsIn(text)
  if (!tags.length) throw refused('Choose a tag.')
  return tags
}

/** Keeps an export of people whom a source names, unless the same one is on its way. */
const KEEP_SOURCE = `
insert into people_jobs (account_id, kind, selection, source, total, up_to_id, email, created_by, created_at, file_key)
values ($1, 'export', '{}', $2, $3, 0, $4, $5, $6, $7)
on conflict (account_id, email, md5(source::text)) where source is not null and status in ('queued', 'running') do nothing
returning id`

/** The same export that is on its way. */
const SAME = `
select id from people_jobs where account_id = $1 and email = $2 and md5(source::text) = md5($3::jsonb::text)
  and source is not null and status in ('queued', 'running')`

/** An export of people whom a source names. */
export type SourceExport = SourceWanted & { total: number; email: string; by: number }

/** Queues such an export; asked again while it is on its way, it is the same one. */
export const queueSource = async (
  tx: Tx,
  house: House,
  accountId: number,
  { total, email, by, ...source }: SourceExport,
): Promise<number> => {
  const text = JSON.stringify(source)
  const values = [accountId, text, total, email, by, house.clock.now(), randomBytes(16).toString('hex')]
  const kept = await tx.one<{ id: number }>(KEEP_SOURCE, values)
  if (!kept) return (await tx.one<{ id: number }>(SAME, [accountId, email, text]))?.id ?? 0
  await queueJob(tx, house, accountId, kept.id)
  return kept.id
}
