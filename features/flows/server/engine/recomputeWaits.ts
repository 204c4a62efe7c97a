import type { House, Tx } from '@millrace/kit/server'
import { type Step, stepTypeOf } from '../../contract/index.ts'
import { stepRunOf } from './runners.ts'

type Waiting = { id: number; personId: number; stepEnteredAt: Date }

/** People who wait at a step, or are looked at again later, a page of them; nobody moves them meanwhile. */
const WAITING = `select id, person_id as "personId", step_entered_at as "stepEnteredAt" from flow_runs
  where account_id = $1 and step_id = $2 and state < 2 and id > $3 order by account_id, id limit $4 for update`

/** Sets until when they wait. */
const UPDATE = `update flow_runs r set due_at = u.due_at from unnest($2::bigint[], $3::timestamptz[]) as u(id, due_at)
  where r.account_id = $1 and r.id = u.id`

const ZONE = 'select timezone as zone from accounts where id = $1'

const PAGE = 5_000

/** Holds those who wait at a step to its settings as they are now, counted from when they came: a longer wait credits the time waited, a shorter one lets those go who are over it. */
export const recomputeWaits = async (
  tx: Tx,
  { bell, clock }: Pick<House, 'bell' | 'clock'>,
  accountId: number,
  step: Step,
): Promise<void> => {
  const read = stepTypeOf(step)?.values.safeParse(step.inputFields.values)
  const run = stepRunOf(step)
  if (!read?.success || !run?.until) return
  const zone = (await tx.one<{ zone: string }>(ZONE, [accountId]))?.zone ?? 'UTC'
  const now = clock.now()
  let after = 0
  for (;;) {
    const waiting = await tx.rows<Waiting>(WAITING, [accountId, step.id, after, PAGE], 'flows-waiting')
    if (!waiting.length) break
    const until = await run.until({ tx, accountId, zone }, read.data, waiting)
    await tx.run(UPDATE, [accountId, waiting.map(({ id }) => id), until.map((at) => at ?? now)], 'flows-recompute')
    after = waiting.at(-1)!.id
  }
  await bell.ring(tx, 'flows', accountId)
}
