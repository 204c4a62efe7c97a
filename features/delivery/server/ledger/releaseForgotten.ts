import { readJournal } from './journal.ts'
import { settleHeld } from './recover.ts'
import { CLAIMED_COLUMNS, type ClaimedSend, keyOf } from './row.ts'
import type { Sender } from './sendBatch.ts'

/** Rows that stand under a worker's name. */
const HELD = `/* across accounts: what this worker holds, whoever it is for */ select ${CLAIMED_COLUMNS}, s.state from sends s
  where s.claimed_by = $1 and s.state in ('claimed', 'attempting') order by s.account_id, s.reason_at, s.id`

/** Gives a claimed row back. */
const RELEASE = `update sends set state = 'planned', claimed_by = null
  where account_id = $1 and reason_at = $2 and id = $3 and claimed_by = $4 and state = 'claimed'`

type Held = ClaimedSend & { state: 'claimed' | 'attempting' }

/**
 * Settles rows that stand under this worker's name although it has them no longer in hand, as when the database broke
 * off while it confirmed. `seen` remembers between calls: only what was forgotten twice in a row is settled.
 */
export const releaseForgotten = async (sender: Sender, seen: Set<string>): Promise<number[]> => {
  const { house, worker, ports, provider, inHand } = sender
  const held = await house.db.system((tx) => tx.rows<Held>(HELD, [worker.id], 'sends-held'))
  const names = new Set(held.map(keyOf))
  for (const name of sender.unsettled) if (!names.has(name) && !inHand.has(name)) sender.unsettled.delete(name)
  const lost = held.filter((send) => !inHand.has(keyOf(send)))
  const settled = lost.filter((send) => seen.has(keyOf(send)))
  seen.clear()
  for (const send of lost) seen.add(keyOf(send))
  if (!settled.length) return []
  const told = { traces: readJournal(worker.journal.path), isWhole: true }
  const tools = { ports, isMailbox: provider.isMailbox, now: () => house.clock.now() }
  const accounts = [...new Set(settled.map((send) => send.accountId))]
  for (const accountId of accounts) {
    const own = settled.filter((send) => send.accountId === accountId)
    await house.db.system(async (tx) => {
      for (const send of own.filter((one) => one.state === 'claimed')) {
        await tx.run(RELEASE, [accountId, send.reasonAt, send.id, worker.id])
      }
      await settleHeld(
        tx,
        accountId,
        worker.id,
        own.filter((one) => one.state === 'attempting'),
        told,
        tools,
      )
    })
  }
  return accounts
}
