import type { Db, Tx } from '@millrace/kit/server'
import type { DeliveryPorts } from '../ports.ts'
import { isMailboxRow, PROVIDER_NUMBERS } from '../providers/provider.ts'
import { type Ended, recordResults } from './recordResults.ts'
import type { Result } from './result.ts'
import { CLAIMED_COLUMNS, type ClaimedSend } from './row.ts'

/** The receiver gets this long to finish what it was given before it is asked. */
const GRACE_MS = 5_000
/** Transactional mail is handed over again at most so many times. */
const MOST_TRIES = 3

/** Accounts with rows whose fate is uncertain. */
const ACCOUNTS = `/* across accounts: whose mail is uncertain */ select distinct account_id as "accountId" from sends where state = 'uncertain'`

/**
 * Uncertain rows of an account that are old enough to be asked about, and whether the built-in mailbox has them; without
 * those that wait for somebody's word, so that these hide no others.
 */
const UNCERTAIN = `select ${CLAIMED_COLUMNS}, b.is_received as "isReceived"
  from sends s cross join lateral (select
    (select 1 from mailbox_mails m where m.account_id = $1 and m.message_id = s.message_id limit 1) is not null as is_received) b
  where s.account_id = $1 and s.state = 'uncertain' and s.attempted_at < $2
    and (b.is_received or s.provider = ${PROVIDER_NUMBERS.mailbox} or ($3 and s.provider = 0) or (s.provider <> ${PROVIDER_NUMBERS.ses}
      and coalesce(s.is_transactional, s.reason_kind in ('system', 'test', 'api')) and s.attempts < $4))
  order by s.account_id, s.reason_at, s.id limit 500`

const DELIVERED: Result = { state: 'delivered', why: null, reply: 'Found in the mailbox.', dueAt: null, isFree: false }

const again = (now: Date): Result => ({
  state: 'planned',
  why: 'Handed over again, because nobody knows whether the last try arrived.',
  reply: null,
  dueAt: now,
  isFree: false,
})

type Row = ClaimedSend & { isReceived: boolean; why: string | null }

/**
 * What becomes of an uncertain row. The built-in mailbox knows; of a relay nobody does, so transactional mail goes
 * again (under the same Message-ID, by which mailboxes tell repeats) and other mail waits for somebody's word. SES gives
 * each try a Message-ID of its own, so nothing goes there again.
 */
const fateOf = (row: Row, isMailbox: boolean, now: Date): Result | undefined => {
  if (row.isReceived) return DELIVERED
  if (isMailboxRow(row, isMailbox)) return again(now)
  if (row.provider === PROVIDER_NUMBERS.ses) return undefined
  const isUrgent =
    row.isTransactional ?? (row.reasonKind === 'system' || row.reasonKind === 'test' || row.reasonKind === 'api')
  return isUrgent && row.attempts < MOST_TRIES ? again(now) : undefined
}

type Tools = { ports: Pick<DeliveryPorts, 'recordEvents'>; isMailbox: boolean; now(): Date }

const resolveOf = async (tx: Tx, accountId: number, { ports, isMailbox, now }: Tools): Promise<number> => {
  const at = now()
  const rows = await tx.rows<Row>(UNCERTAIN, [accountId, new Date(at.getTime() - GRACE_MS), isMailbox, MOST_TRIES])
  const ended = rows.flatMap((send): Ended[] => {
    const result = fateOf(send, isMailbox, at)
    return result ? [{ send, result, to: send.toAddress }] : []
  })
  await recordResults(tx, accountId, at, ended, ports, null)
  return ended.length
}

/** Finds out about uncertain rows what can be found out. Answers the accounts whose rows moved. */
export const resolveUncertain = async (db: Db, tools: Tools): Promise<number[]> => {
  const accounts = await db.system((tx) => tx.rows<{ accountId: number }>(ACCOUNTS))
  const moved: number[] = []
  for (const { accountId } of accounts) {
    if (await db.system((tx) => resolveOf(tx, accountId, tools))) moved.push(accountId)
  }
  return moved
}
