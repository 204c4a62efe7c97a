import type { Tx } from '@millrace/kit/server'
import type { EngineContext } from './execute.ts'
import { noteTrouble } from './troubles.ts'
import { startWalk } from './walk.ts'

/** A step that failed for everybody is tried with one person this often. */
export const PROBE_MS = 60_000

/** Marks a step as failing for everybody. */
const CLOSE = `update flow_steps set held_reason = $3, held_since = coalesce(held_since, $4)
  where account_id = $1 and id = $2 and deleted_at is null`

const OPEN = 'update flow_steps set held_reason = null, held_since = null where account_id = $1 and id = $2'
const FORGET = `delete from flow_troubles where account_id = $1 and flow_id = $2 and step_id = $3 and code = 'step-failing'`

/** Notes a failing step, or a person's reopening of it, in the flow's history. */
const NOTE = `insert into flow_edits (account_id, flow_id, at, type, step_id) values ($1, $2, $3, $4, $5)`

const KNOWN = 'select held_since is not null as "isHeld" from flow_steps where account_id = $1 and id = $2'

/** Where those go who stood at a step that was deleted while they were still taken off it. */
const WAY_OFF = `select target_id as "targetId" from flow_moves
  where account_id = $1 and flow_id = $2 and step_id = $3 and kind = 'clear' order by account_id, id desc limit 1`

type Failing = { stepId: number; reason: string; people: number; personId: number }

/** From now on whoever comes to the step waits there. */
export const closeStep = async (
  { tx, accountId, flowId, now }: Pick<EngineContext, 'tx' | 'accountId' | 'flowId' | 'now'>,
  { stepId, reason, people, personId }: Failing,
): Promise<void> => {
  const known = await tx.one<{ isHeld: boolean }>(KNOWN, [accountId, stepId])
  await tx.run(CLOSE, [accountId, stepId, reason, now])
  await noteTrouble(tx, accountId, flowId, { code: 'step-failing', stepId, reason, people, personId }, now)
  if (known && !known.isHeld) await tx.run(NOTE, [accountId, flowId, now, 'step-failed', stepId])
}

/** The step works again: those who wait there go on. */
export const openStep = async (
  { tx, house, accountId, flowId, now }: Pick<EngineContext, 'tx' | 'house' | 'accountId' | 'flowId' | 'now'>,
  stepId: number,
): Promise<void> => {
  await tx.run(OPEN, [accountId, stepId])
  await tx.run(FORGET, [accountId, flowId, stepId])
  await tx.run(NOTE, [accountId, flowId, now, 'step-retried', stepId])
  await startWalk(tx, house, { accountId, flowId, kind: 'release', stepId })
}

/** Where people go from a step that is no more; undefined where they leave the flow. */
export const wayOff = async (tx: Tx, accountId: number, flowId: number, stepId: number): Promise<number | undefined> =>
  (await tx.one<{ targetId: number | null }>(WAY_OFF, [accountId, flowId, stepId]))?.targetId ?? undefined
