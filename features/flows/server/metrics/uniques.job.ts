import { type JobHandler, job } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'
import { queueUniques, UNIQUES_JOB } from './uniquePeople.ts'

/** So many flows are taken on at once. */
const CHUNK = 50
/** After so long others have a turn. */
const SLICE_MS = 20_000
/** What nobody has looked at for so long is forgotten. */
const KEPT_MS = 30 * 86_400_000

/** Takes on what waits longest to be counted. */
const BEGIN = `update flow_uniques u set started_at = $2 where u.account_id = $1 and (u.flow_id, u.starts_at, u.ends_at) in (
    select w.flow_id, w.starts_at, w.ends_at from flow_uniques w where w.account_id = $1 and w.is_wanted
    order by w.account_id, w.asked_at limit ${CHUNK})
  returning u.flow_id as "flowId", u.starts_at as "from", u.ends_at as "to", u.asked_at as "askedAt"`

/** Different people who entered a flow in a stretch of time. */
const ENTERED = `select count(*)::int as people from (select distinct person_id from flow_runs
  where account_id = $1 and flow_id = $2 and root_id is null and entered_at >= $3 and entered_at < $4) as d`

/** Different people who reached a goal of a flow in a stretch of time. */
const GOALS = `select count(*)::int as people from (select distinct person_id from flow_goals
  where account_id = $1 and flow_id = $2 and reached_at >= $3 and reached_at < $4) as d`

/** Keeps what was counted; asked for again meanwhile, it is counted again. */
const KEEP = `update flow_uniques set entered = $5, reached_goal = $6, counted_at = $7, is_wanted = asked_at > $8
  where account_id = $1 and flow_id = $2 and starts_at = $3 and ends_at = $4`

/** Forgets what nobody looks at. */
const FORGET = `delete from flow_uniques /* across accounts: what nobody has asked for in a month */ where asked_at < $1`

type Wanted = { flowId: number; from: Date; to: Date; askedAt: Date }

const countOne = (house: House, accountId: number, { flowId, from, to, askedAt }: Wanted) =>
  house.db.system(async (tx) => {
    const at = house.clock.now()
    const of = [accountId, flowId, from, to]
    const entered = await tx.one<{ people: number }>(ENTERED, of)
    const reached = await tx.one<{ people: number }>(GOALS, of)
    await tx.run(KEEP, [...of, entered?.people ?? 0, reached?.people ?? 0, at, askedAt])
  })

/**
 * Counts different people, flow by flow, each in a transaction of its own with what it came to: killed at any moment, the
 * next one goes on with what is still wanted.
 */
export const countUniques = (house: House): JobHandler =>
  job({
    name: UNIQUES_JOB,
    schema: z.object({ accountId: z.number() }),
    run: async ({ accountId }, signal) => {
      const until = performance.now() + SLICE_MS
      for (;;) {
        const now = house.clock.now()
        const wanted = await house.db.system((tx) => tx.rows<Wanted>(BEGIN, [accountId, now]))
        if (!wanted.length) return
        for (const one of wanted) {
          await countOne(house, accountId, one)
          if (signal.aborted || performance.now() > until)
            return house.db.system((tx) => queueUniques(tx, house, accountId))
        }
      }
    },
  })

/** Forgets once a day what was counted and nobody looks at any more. */
export const forgetUniques = (house: House): JobHandler =>
  job({
    name: 'flows.forgetUniques',
    schema: z.looseObject({}),
    cron: '40 4 * * *',
    run: async () => {
      await house.db.system((tx) => tx.run(FORGET, [new Date(house.clock.now().getTime() - KEPT_MS)]))
    },
  })
