import { setTimeout as rest } from 'node:timers/promises'
import { type JobHandler, job } from '@millrace/kit/jobs'
import { type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { z } from 'zod'
import { normalTag, type Tag } from '../../contract/index.ts'
import type { NameKeeper } from '../ports.ts'
import { carriersOf, lastOf } from './carriers.ts'
import { addTagIds } from './movePersonTags.ts'
import { holdTag, refuseWhileJoined, TAG_COLUMNS, type TagRow, toTag } from './tagRow.ts'

/** Notes that a tag becomes part of another. */
const MARK = `update tags set merging_into = $3 where account_id = $1 and id = $2`

/** A merge that is not over yet. */
const GOING = `
select a.name as "from", b.name as "to" from tags a join tags b on b.account_id = $1 and b.id = a.merging_into
where a.account_id = $1 and a.id = $2 and b.id = $3 for update`

/** The former names of a tag go over to another. */
const HAND_NAMES = `update former_tag_names set tag_id = $3 where account_id = $1 and tag_id = $2`

/** The name of a tag that is going becomes a former name of another. */
const REMEMBER = `insert into former_tag_names (account_id, name, tag_id, since) values ($1, lower($2), $3, $4)`

const DELETE = `delete from tags where account_id = $1 and id = $2`

const READ = `select ${TAG_COLUMNS} from tags t where t.account_id = $1 and t.id = $2`

/** The tag is gone, and so is its id from people who have the other one. */
const FORGET = `
update people set tags = array_remove(tags, $3::bigint)
where account_id = $1 and id = any($2::bigint[]) and tags @> array[$3::bigint]`

/** Those of some people whom nobody has changed since. */
const UNCHANGED = `
select p.id from people p where p.account_id = $1 and p.id = any($2::bigint[]) and p.updated_at <= $3 and not p.tags @> array[$4::bigint]
order by p.account_id, p.id for update of p`

/** Whether every transaction that began before another has ended. */
const ARE_OVER = `select pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 as "areOver"`

/** Clocks of transactions that began before the end of a merge may be read a little after it. */
const GRACE_MS = 2_000

const Payload = z.object({ accountId: z.number(), from: z.number(), into: z.number(), memberId: z.number() })
type Merge = z.infer<typeof Payload>

const Forgetting = z.object({
  accountId: z.number(),
  from: z.number(),
  into: z.number(),
  xact: z.string(),
  until: z.coerce.date(),
})

/** Gives people the tag that remains. They keep the other one until nothing asks for it any more: nobody leaves a segment. */
const giveSome = async (tx: Tx, house: House, { accountId, from, into }: Merge, after: number): Promise<number> => {
  const ids = await carriersOf(tx, accountId, from, after, into)
  const moves = ids.map((personId) => ({ personId, tagId: into }))
  await addTagIds(tx, house, accountId, moves, { source: 'merge' })
  return lastOf(ids)
}

/** Everybody has the tag that remains: whatever names the other one names this one from now on. */
const finish = async (tx: Tx, house: House, keepers: readonly NameKeeper[], merge: Merge): Promise<void> => {
  const { accountId, from, into, memberId } = merge
  const names = await tx.one<{ from: string; to: string }>(GOING, [accountId, from, into])
  if (!names) return
  for (const keeper of keepers) await keeper.renameTag?.(tx, accountId, { ...names, isMerge: true, memberId })
  const now = house.clock.now()
  await tx.run(HAND_NAMES, [accountId, from, into])
  await tx.run(REMEMBER, [accountId, names.from, into, now])
  await tx.run(DELETE, [accountId, from])
  const xact = await tx.one<{ id: string }>('select pg_current_xact_id()::text as id')
  const until = new Date(now.getTime() + GRACE_MS)
  await house.jobs.add(tx, 'people.forgetTag', { accountId, from, into, xact: xact?.id, until })
}

const inNobodysWay = async (tx: Tx, accountId: number, name: string) => {
  const row = await holdTag(tx, accountId, name)
  await refuseWhileJoined(tx, accountId, row)
  return row
}

/** Makes a tag part of another: a thousand people at once, more of them as a job. */
export const mergeTag = (
  house: House,
  keepers: readonly NameKeeper[],
  { accountId, memberId }: { accountId: number; memberId: number },
  name: string,
  intoName: string,
): Promise<{ tag: Tag; isQueued: boolean }> =>
  house.db.system(async (tx) => {
    if (normalTag(name).toLowerCase() === normalTag(intoName).toLowerCase())
      throw refused('A tag cannot become part of itself.')
    const from = await inNobodysWay(tx, accountId, name)
    const into = await holdTag(tx, accountId, intoName)
    const merge = { accountId, from: from.id, into: into.id, memberId }
    await tx.run(MARK, [accountId, from.id, into.id])
    const isQueued = (await giveSome(tx, house, merge, 0)) > 0
    if (isQueued) await house.jobs.add(tx, 'people.mergeTag', merge)
    else await finish(tx, house, keepers, merge)
    const row = await tx.one<TagRow>(READ, [accountId, into.id])
    if (!row) throw notFound('There is no such tag.')
    return { tag: toTag(row), isQueued }
  })

/** Goes on with a merge, a thousand people in a transaction; killed, it passes over those who are done. */
export const mergeTagJob = (house: House, keepers: readonly NameKeeper[]): JobHandler =>
  job({
    name: 'people.mergeTag',
    schema: Payload,
    run: async (merge, signal) => {
      for (let after = 0; ; ) {
        after = await house.db.system((tx) => giveSome(tx, house, merge, after))
        if (!after) break
        if (signal.aborted) throw new Error('stopped; goes on later')
      }
      await house.db.system((tx) => finish(tx, house, keepers, merge))
    },
  })

const forgetSome = async (
  tx: Tx,
  house: House,
  { accountId, from, into, until }: z.infer<typeof Forgetting>,
  after: number,
): Promise<number> => {
  const ids = await carriersOf(tx, accountId, from, after)
  if (!ids.length) return 0
  // Who was tagged while the merge ended has only the tag that is gone; who lost the other one since keeps none.
  const late = await tx.rows<{ id: number }>(UNCHANGED, [accountId, ids, until, into])
  const moves = late.map(({ id }) => ({ personId: id, tagId: into }))
  await addTagIds(tx, house, accountId, moves, { source: 'merge' })
  await tx.run(FORGET, [accountId, ids, from])
  return lastOf(ids)
}

/** Takes what is left of a merged tag from people, once nobody can be writing it any more. No news: nobody sees it. */
export const forgetTagJob = (house: House): JobHandler =>
  job({
    name: 'people.forgetTag',
    schema: Forgetting,
    run: async (forgetting, signal) => {
      const areOver = () => house.db.system((tx) => tx.one<{ areOver: boolean }>(ARE_OVER, [forgetting.xact]))
      while (!(await areOver())?.areOver) await rest(100, undefined, { signal })
      for (let after = 0; ; ) {
        after = await house.db.system((tx) => forgetSome(tx, house, forgetting, after))
        if (!after) return
        if (signal.aborted) throw new Error('stopped; goes on later')
      }
    },
  })
