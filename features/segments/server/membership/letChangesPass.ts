import { setTimeout as after } from 'node:timers/promises'
import type { House } from '@millrace/kit/server'

/** With at most so many changes waiting, one batch takes them all: what happens next is not late. */
const FEW = 1_000
/** How long who waits for the lane gets to take it, and how often it is looked how many changes wait. */
const PAUSE_MS = 10
/** After so long without any change being taken, nobody is there who would. */
const PATIENCE_MS = 1_000

// How many changes of an account wait, up to so many, and the first of them.
const WAITING = `select count(*) as count, min(w.id) as first from (
  select c.id from changes c where c.account_id = $1 order by c.account_id, c.id limit ${FEW + 1}) w`

/** Waits until few changes of an account wait to be taken, so that those which a build makes hold up nobody's own. */
export const letChangesPass = async ({ db, bell }: House, accountId: number, signal: AbortSignal): Promise<void> => {
  let [first, since] = [0, performance.now()]
  while (!signal.aborted) {
    const row = await db.system(async (tx) => {
      const waiting = await tx.one<{ count: number; first: number | null }>(
        WAITING,
        [accountId],
        'segments-build-waiting',
      )
      // Whoever would take them may have found the lane held by somebody else, and waits for a ring.
      if (waiting?.first === first) await bell.ring(tx, 'changes', accountId)
      return waiting
    })
    if (!row?.count) return
    await after(PAUSE_MS)
    if (row.count <= FEW) return
    if (row.first !== first) [first, since] = [row.first ?? 0, performance.now()]
    else if (performance.now() - since > PATIENCE_MS) return
  }
}
