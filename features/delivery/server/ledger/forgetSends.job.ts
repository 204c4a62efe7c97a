import { job } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { z } from 'zod'

const CHUNK = 5_000
const API_KEYS_KEPT_MS = 7 * 86_400_000

/** Accounts that keep mails of the ledger for a time only. */
const KEEPERS = `/* across accounts: who forgets old mail */ select account_id as "accountId", keep_months as months
  from mail_rules where keep_months is not null`

/** Forgets some old mails that are done with, and first clicks of their links. */
const FORGET = `with old as (
    select s.account_id, s.reason_at, s.id from sends s
    where s.account_id = $1 and s.reason_at < $2
      and s.state not in ('planned', 'held', 'claimed', 'attempting', 'uncertain')
    order by s.account_id, s.reason_at, s.id limit ${CHUNK}),
  clicks as (
    delete from send_clicks c using old where c.account_id = $1 and c.reason_at = old.reason_at and c.send_id = old.id)
  delete from sends s using old where s.account_id = $1 and s.reason_at = old.reason_at and s.id = old.id`

/** Forgets keys of API mail that are older than they are kept. */
const FORGET_KEYS = `/* across accounts: keys that are too old to be repeated */ delete from api_sends where at < $1`

/** Forgets reports that nobody tells again any more. */
const FORGET_REPORTS = `/* across accounts: reports that are too old to be told again */ delete from mail_reports where at < $1`
const REPORTS_KEPT_MS = 30 * 86_400_000

const monthsBefore = (now: Date, months: number): Date => {
  const at = new Date(now)
  at.setUTCMonth(at.getUTCMonth() - months)
  return at
}

const forgetSome = (tx: Tx, accountId: number, before: Date) => tx.run(FORGET, [accountId, before])

/** Forgets mails of the ledger that are older than their account keeps them, once a night; figures stay. */
export const forgetSends = (house: House) =>
  job({
    name: 'delivery.forget-sends',
    schema: z.object({}).loose(),
    cron: '40 3 * * *',
    run: async () => {
      const now = house.clock.now()
      await house.db.system((tx) => tx.run(FORGET_KEYS, [new Date(now.getTime() - API_KEYS_KEPT_MS)]))
      await house.db.system((tx) => tx.run(FORGET_REPORTS, [new Date(now.getTime() - REPORTS_KEPT_MS)]))
      const keepers = await house.db.system((tx) => tx.rows<{ accountId: number; months: number }>(KEEPERS))
      for (const { accountId, months } of keepers) {
        const before = monthsBefore(now, months)
        while ((await house.db.system((tx) => forgetSome(tx, accountId, before))) >= CHUNK) {}
      }
    },
  })
