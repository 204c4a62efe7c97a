import type { Db, Tx } from '@millrace/kit/server'
import type { DeliveryPorts } from '../ports.ts'
import { isMailboxRow } from '../providers/provider.ts'
import { unclaim } from './claim.ts'
import { readJournal, removeJournal, type Trace } from './journal.ts'
import { type Ended, recordResults } from './recordResults.ts'
import { resultOf } from './result.ts'
import { CLAIMED_COLUMNS, type ClaimedSend, keyOf } from './row.ts'
import { isRunning, isSinceStart, LEASE_MS, machineName, sharedTime } from './workers.ts'

/** A worker that is gone. Its journal is whole only if the machine has not been started since: power loss takes its last lines. */
type DeadWorker = { id: string; journal: string; isWhole: boolean }

/** Workers that may be dead. */
const SUSPECTS = `select id, machine, pid, journal, seen_at < $2 as "isSilent" from workers
  where id <> $1 and (seen_at < $2 or machine = $3)`

/** Workers whose names stand on rows although they have no row themselves. */
const NAMELESS = `/* across accounts: what a worker left, whoever it was for */ select distinct s.claimed_by as id from sends s
  where s.state in ('claimed', 'attempting') and s.claimed_by <> $1
    and not exists (select 1 from workers w where w.id = s.claimed_by)`

const deadWorkers = async (tx: Tx, self: string): Promise<DeadWorker[]> => {
  const machine = machineName()
  const silentBefore = new Date((await sharedTime(tx)).getTime() - LEASE_MS)
  const suspects = await tx.rows<{ id: string; machine: string; pid: number; journal: string; isSilent: boolean }>(
    SUSPECTS,
    [self, silentBefore, machine],
  )
  const nameless = await tx.rows<{ id: string }>(NAMELESS, [self])
  return [
    ...suspects
      .filter((one) => one.isSilent || (one.machine === machine && !isRunning(one.pid)))
      .map((one) => ({ id: one.id, journal: one.journal, isWhole: isSinceStart(one.machine) })),
    ...nameless.map(({ id }) => ({ id, journal: '', isWhole: false })),
  ]
}

/** Rows that a worker was handing over. */
const HELD = `select ${CLAIMED_COLUMNS} from sends s
  where s.account_id = $1 and s.claimed_by = $2 and s.state = 'attempting' order by s.account_id, s.reason_at, s.id`

/** Accounts of the rows that a worker holds. */
const HELD_ACCOUNTS = `/* across accounts: whose rows a worker holds */ select distinct s.account_id as "accountId" from sends s
  where s.claimed_by = $1 and s.state in ('claimed', 'attempting')`

const NOT_ON_WIRE = {
  kind: 'notSent',
  error: 'The worker ended before handing it over.',
  isUnreachable: false,
  isOwn: true,
} as const
const CUT = { kind: 'uncertain', error: 'The worker ended while handing it over.' } as const

/** What a journal says of the rows that a worker held; `isWhole` false where lines may be missing. */
export type Told = { traces: ReadonlyMap<string, Trace> | undefined; isWhole: boolean }

/** The fate of a row, from what its worker's journal says of it; without a journal anything may have happened. */
const fateOf = ({ traces, isWhole }: Told, send: ClaimedSend) => {
  const trace = traces?.get(keyOf(send))
  if (trace === 'wired') return CUT
  return trace ?? (traces && isWhole ? NOT_ON_WIRE : CUT)
}

type Tools = {
  ports: Pick<DeliveryPorts, 'recordEvents'>
  isMailbox: boolean
  now(): Date
  /** Told what could not be settled; it is tried again. */
  onError(error: unknown, accountId: number): void
}

/** Settles rows that a worker was handing over and is so no more. */
export const settleHeld = async (
  tx: Tx,
  accountId: number,
  worker: string,
  held: readonly ClaimedSend[],
  told: Told,
  { ports, isMailbox, now }: Omit<Tools, 'onError'>,
): Promise<void> => {
  const at = now()
  const ended = held.map(
    (send): Ended => ({
      send,
      to: send.toAddress,
      result: resultOf(fateOf(told, send), {
        attempts: send.attempts,
        createdAt: send.createdAt,
        now: at,
        isDelivery: isMailboxRow(send, isMailbox),
      }),
    }),
  )
  await recordResults(tx, accountId, at, ended, ports, worker)
}

const BURY = 'delete from workers where id = $1'

/** Takes up what dead workers left: rows that were not on the wire go out again, those that were cut are uncertain. */
export const recoverWorkers = async (db: Db, self: string, tools: Tools): Promise<number[]> => {
  const touched = new Set<number>()
  for (const { id, journal, isWhole } of await db.system((tx) => deadWorkers(tx, self))) {
    const told = { traces: readJournal(journal), isWhole }
    const accounts = await db.system((tx) => tx.rows<{ accountId: number }>(HELD_ACCOUNTS, [id]))
    let isSettled = true
    for (const { accountId } of accounts) {
      // One account whose rows cannot be written keeps no other account's mail back.
      try {
        await db.system(async (tx) => {
          await unclaim(tx, accountId, id)
          await settleHeld(tx, accountId, id, await tx.rows<ClaimedSend>(HELD, [accountId, id]), told, tools)
        })
        touched.add(accountId)
      } catch (error) {
        isSettled = false
        tools.onError(error, accountId)
      }
    }
    if (!isSettled) continue
    await db.system((tx) => tx.run(BURY, [id]))
    removeJournal(journal)
  }
  return [...touched]
}
