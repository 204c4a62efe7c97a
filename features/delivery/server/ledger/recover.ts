import type { Db, Tx } from '@millrace/kit/server'
import type { DeliveryPorts } from '../ports.ts'
import { unclaim } from './claim.ts'
import { readJournal, removeJournal, type Trace } from './journal.ts'
import { type Ended, recordResults } from './recordResults.ts'
import { resultOf } from './result.ts'
import { CLAIMED_COLUMNS, type ClaimedSend, keyOf } from './row.ts'
import { isRunning, LEASE_MS, machineName, sharedTime } from './workers.ts'

type DeadWorker = { id: string; journal: string }

/** Workers that may be dead, held so that nobody else buries them at the same time. */
const SUSPECTS = `select id, machine, pid, journal, seen_at < $2 as "isSilent" from workers
  where id <> $1 and (seen_at < $2 or machine = $3) for update skip locked`

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
    ...suspects.filter((one) => one.isSilent || (one.machine === machine && !isRunning(one.pid))),
    ...nameless.map(({ id }) => ({ id, journal: '' })),
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
} as const
const CUT = { kind: 'uncertain', error: 'The worker ended while handing it over.' } as const

/** The fate of a row, from what its worker's journal says of it; without a journal anything may have happened. */
const fateOf = (traces: ReadonlyMap<string, Trace> | undefined, send: ClaimedSend) => {
  if (!traces) return CUT
  const trace = traces.get(keyOf(send))
  if (!trace) return NOT_ON_WIRE
  return trace === 'wired' ? CUT : trace
}

type Tools = { ports: Pick<DeliveryPorts, 'recordEvents'>; isMailbox: boolean; now(): Date }

/** Settles rows that a worker was handing over and is so no more. */
export const settleHeld = async (
  tx: Tx,
  accountId: number,
  held: readonly ClaimedSend[],
  traces: ReadonlyMap<string, Trace> | undefined,
  { ports, isMailbox, now }: Tools,
): Promise<void> => {
  const at = now()
  const ended = held.map(
    (send): Ended => ({
      send,
      to: send.toAddress,
      result: resultOf(fateOf(traces, send), send.attempts, at, isMailbox),
    }),
  )
  await recordResults(tx, accountId, at, ended, ports)
}

/** Takes up what dead workers left: rows that were not on the wire go out again, those that were cut are uncertain. */
export const recoverWorkers = async (db: Db, self: string, tools: Tools): Promise<number[]> => {
  const buried: string[] = []
  const touched = await db.system(async (tx) => {
    const accounts = new Set<number>()
    for (const { id, journal } of await deadWorkers(tx, self)) {
      const traces = readJournal(journal)
      for (const { accountId } of await tx.rows<{ accountId: number }>(HELD_ACCOUNTS, [id])) {
        await unclaim(tx, accountId, id)
        await settleHeld(tx, accountId, await tx.rows<ClaimedSend>(HELD, [accountId, id]), traces, tools)
        accounts.add(accountId)
      }
      await tx.run('delete from workers where id = $1', [id])
      buried.push(journal)
    }
    return [...accounts]
  })
  for (const journal of buried) removeJournal(journal)
  return touched
}
