import type { Loop } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import type { HoldReason } from '../../contract/index.ts'
import { countMail, type MailReason } from '../ledger/counts.ts'
import { templateInWay } from '../ledger/variants.ts'
import { verifiedSenders } from '../senders/verifiedSenders.ts'
import { readRules } from './rules.ts'

const EVERY_MS = 5_000
const CHUNK = 5_000
const DAY = 86_400_000

/** Words that others give: a broadcast is paused and goes on by its own screen. */
const BY_HAND: HoldReason = 'broadcast paused'

/** Accounts with held mail that waits for what can be looked up. */
const ACCOUNTS = `/* across accounts: whose mail is held */ select a.id as "accountId" from accounts a
  where (select 1 from sends s where s.account_id = a.id and s.state = 'held' and s.why <> $1 limit 1) is not null`

/** What held mail waits for, by the way it goes out. */
const GROUPS = `select s.why, s.email_id as "emailId", s.variant_id as "variantId", s.content #>> '{from,address}' as "from"
  from sends s where s.account_id = $1 and s.state = 'held' and s.why <> $2
  group by s.why, s.email_id, s.variant_id, s.content #>> '{from,address}'`

type Group = { why: HoldReason; emailId: number; variantId: number; from: string | null }

const SAME = `s.account_id = $1 and s.state = 'held' and s.why = $2 and s.email_id = $3 and s.variant_id = $4
  and s.content #>> '{from,address}' is not distinct from $5`

/** Lets mail of a group go. */
const RELEASE = `with due as (select s.account_id, s.reason_at, s.id from sends s where ${SAME} limit ${CHUNK} for update skip locked)
  update sends s set state = 'planned', why = null from due
  where s.account_id = $1 and s.reason_at = due.reason_at and s.id = due.id`

/** Ends mail that was held for too long. */
const EXPIRE = `with due as (
    select s.account_id, s.reason_at, s.id from sends s
    where s.account_id = $1 and s.state = 'held' and s.why <> $2 and s.held_since < $3 limit ${CHUNK} for update skip locked),
  ended as (
    update sends s set state = 'skipped', ended_at = $4,
      why = case when s.why = 'sender not verified' then s.why else 'held too long' end
    from due where s.account_id = $1 and s.reason_at = due.reason_at and s.id = due.id
    returning s.email_id, s.flow_id, s.step_id, s.broadcast_id, s.variant_id)
  select e.email_id as "emailId", e.flow_id as "flowId", e.step_id as "stepId", e.broadcast_id as "broadcastId",
    e.variant_id as "variantId", count(*)::int as count
  from ended e group by e.email_id, e.flow_id, e.step_id, e.broadcast_id, e.variant_id`

const isBlocked = async (tx: Tx, accountId: number) => {
  // Whether the account may send at all.
  const row = await tx.one<{ blocked: boolean }>(
    `select is_blocked or mail_paused_at is not null as blocked from accounts where id = $1`,
    [accountId],
    'release-account',
  )
  return row?.blocked !== false
}

// Whether what a group waited for is there. Who is let go is decided over again when it leaves.
const mayGo = async (tx: Tx, accountId: number, { why, emailId, variantId, from }: Group): Promise<boolean> => {
  if (why === 'account blocked') return !(await isBlocked(tx, accountId))
  const template = emailId ? await templateInWay(tx, accountId, emailId, variantId).catch(() => undefined) : undefined
  if (why === 'email not approved') return template?.compliance !== 'pending'
  const address = from ?? template?.fromEmail
  return !address || (await verifiedSenders(tx, accountId, [address])).size > 0
}

type Ended = MailReason & { count: number }

const expire = async (tx: Tx, accountId: number, now: Date): Promise<number> => {
  const { holdDays } = await readRules(tx, accountId)
  const before = new Date(now.getTime() - holdDays * DAY)
  const ended = await tx.rows<Ended>(EXPIRE, [accountId, BY_HAND, before, now], 'held-expire')
  await countMail(
    tx,
    accountId,
    now,
    ended.map(({ count, ...row }) => ({ ...row, figures: { skipped: count } })),
  )
  return ended.reduce((sum, { count }) => sum + count, 0)
}

const release = async (tx: Tx, accountId: number): Promise<number> => {
  let released = 0
  for (const group of await tx.rows<Group>(GROUPS, [accountId, BY_HAND], 'held-groups'))
    if (await mayGo(tx, accountId, group))
      released += await tx.run(
        RELEASE,
        [accountId, group.why, group.emailId, group.variantId, group.from],
        'held-release',
      )
  return released
}

/** The loop that lets held mail go when what it waited for is there, and ends what was held for too long. */
export const releaseLoop = (house: House): Loop => ({
  name: 'held mail',
  topic: 'held-mail',
  everyMs: EVERY_MS,
  work: async () => {
    const { db, bell, clock } = house
    let isMore = false
    for (const { accountId } of await db.system((tx) => tx.rows<{ accountId: number }>(ACCOUNTS, [BY_HAND]))) {
      await db.system(async (tx) => {
        const released = await release(tx, accountId)
        if (released) await bell.ring(tx, 'sends', accountId)
        const expired = await expire(tx, accountId, clock.now())
        if (released >= CHUNK || expired >= CHUNK) isMore = true
      })
    }
    return isMore ? 'more' : undefined
  },
})
