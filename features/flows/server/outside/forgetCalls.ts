import { type JobHandler, job } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'

/** How long it is kept what was said to the outside and heard from it. */
const KEPT_DAYS = { calls: 30, deliveries: 30, keys: 7, messages: 90 }
const CHUNK = 5_000

/** Accounts. */
const ACCOUNTS = 'select id from accounts order by id'

/** Forgets some calls that ended long ago. */
const CALLS = `delete from flow_calls where account_id = $1 and id in (
  select c.id from flow_calls c where c.account_id = $1 and c.state >= 2 and c.ended_at < $2 limit ${CHUNK})`

/** Forgets some deliveries. */
const DELIVERIES = `delete from hook_deliveries where account_id = $1 and id in (
  select d.id from hook_deliveries d where d.account_id = $1 and d.received_at < $2 limit ${CHUNK})`

/** Forgets some keys of deliveries. */
const KEYS = `delete from hook_keys where account_id = $1 and (step_id, key) in (
  select k.step_id, k.key from hook_keys k where k.account_id = $1 and k.at < $2 limit ${CHUNK})`

/** Forgets some messages that expired long ago. */
const MESSAGES = `delete from in_app_messages where account_id = $1 and id in (
  select m.id from in_app_messages m where m.account_id = $1 and m.expires_at < $2 limit ${CHUNK})`

/** Forgets calls and deliveries after 30 days, messages 90 days after they expired, once a night, in small transactions. */
export const forgetCalls = (house: House): JobHandler =>
  job({
    name: 'flows.forgetCalls',
    schema: z.looseObject({}),
    cron: '35 3 * * *',
    run: async (_payload, signal) => {
      const before = (days: number) => new Date(house.clock.now().getTime() - days * 86_400_000)
      const sweeps: [string, Date][] = [
        [CALLS, before(KEPT_DAYS.calls)],
        [DELIVERIES, before(KEPT_DAYS.deliveries)],
        [KEYS, before(KEPT_DAYS.keys)],
        [MESSAGES, before(KEPT_DAYS.messages)],
      ]
      for (const { id } of await house.db.system((tx) => tx.rows<{ id: number }>(ACCOUNTS))) {
        for (const [sql, date] of sweeps) {
          while (!signal.aborted && (await house.db.system((tx) => tx.run(sql, [id, date]))) === CHUNK);
        }
      }
    },
  })
