import { type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { isWait } from '../../contract/index.ts'
import { releaseHeld } from '../engine/releaseHeld.ts'
import { startWalk } from '../engine/walk.ts'
import { subjectIn } from '../subjects/subjects.ts'
import { type Edited, type Editor, holdFlowOfStep } from './editFlow.ts'
import { readStep } from './readFlow.ts'

type Together = { moved: number; goesOn: boolean }

/** Of those who stand at a step: these, or all but some. */
type Which = { people?: readonly { id: number }[] | undefined; except?: readonly number[] | undefined }

type Order = { kind: 'retry' | 'skip' | 'remove'; settings?: Record<string, unknown> }

/** When the last of those came who stand at a step, and how many there are. */
const STANDING = `select max(r.step_entered_at)::text as until,
    (select jsonb_build_object('queued', c.queued, 'failed', c.failed) from flow_step_counts c
     where c.account_id = $1 and c.step_id = $2) as counts
  from flow_runs r where r.account_id = $1 and r.step_id = $2 and r.state < 4`

type Standing = { until: string | null; counts: { queued: number; failed: number } | null }

/** Whoever comes after the order is not meant by it. */
const whomOf = async (tx: Tx, accountId: number, stepId: number, { people, except = [] }: Which, isFailed: boolean) => {
  if (people) return { people: people.map(({ id }) => id) }
  const { until, counts } = (await tx.one<Standing>(STANDING, [accountId, stepId]))!
  const total = Math.max(0, (isFailed ? counts?.failed : counts?.queued) ?? 0) - except.length
  return { total, ...(until && { until }), ...(except.length && { except }) }
}

/** Those by the numbers by which their flow knows them. */
const inFlow = (flow: Edited, { people, except }: Which): Which => ({
  people: people?.map(({ id }) => ({ id: subjectIn(flow, id) })),
  except: except?.map((id) => subjectIn(flow, id)),
})

const together = (
  house: House,
  { accountId }: Editor,
  stepId: number,
  which: Which,
  { kind, settings }: Order,
): Promise<Together> =>
  house.db.account(accountId, async (tx) => {
    const flow = await holdFlowOfStep(tx, accountId, stepId)
    if (kind === 'skip' && !isWait(await readStep(tx, accountId, stepId))) throw refused('')
    const whom = {
      ...settings,
      ...(await whomOf(tx, accountId, stepId, inFlow(flow, which), kind === 'retry' || settings?.state === 'failed')),
    }
    const walked = await startWalk(tx, house, { accountId, flowId: flow.id, kind, stepId, settings: whom })
    if (kind === 'retry') await releaseHeld(tx, house, accountId, flow.id, stepId)
    return walked
  })

/** Tries a step again for those for whom it failed, and for those who are held there. */
export const retryStepPeople = async (
  house: House,
  editor: Editor,
  stepId: number,
  { reason, ...which }: Which & { reason?: string | undefined },
) => {
  const order: Order = { kind: 'retry', settings: { ...(reason && { reason }) } }
  const { moved, goesOn } = await together(house, editor, stepId, which, order)
  return { retried: moved, goesOn }
}

/** Lets those go on now who wait at a step. */
export const skipStepPeople = async (house: House, editor: Editor, stepId: number, which: Which = {}) => {
  const { moved, goesOn } = await together(house, editor, stepId, which, { kind: 'skip' })
  return { skipped: moved, goesOn }
}

/** Takes those out of the flow who stand at a step, or for whom it failed. */
export const removeStepPeople = async (
  house: House,
  editor: Editor,
  stepId: number,
  { state, ...which }: Which & { state: 'failed' | 'queued' },
) => {
  const { moved, goesOn } = await together(house, editor, stepId, which, { kind: 'remove', settings: { state } })
  return { removed: moved, goesOn }
}

const STOP = `update flow_moves set ended_at = $4
  where account_id = $1 and flow_id = $2 and id = $3 and ended_at is null and kind in ('retry', 'skip', 'remove') returning id`

/** Stops what members ordered for many people; what edits of the flow brought about goes on. */
export const stopWalk = (house: House, { accountId }: Editor, flowId: number, walkId: number): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(STOP, [accountId, flowId, walkId, house.clock.now()]))) throw notFound()
  })

const FORGET = `delete from flow_troubles where account_id = $1 and flow_id = $2 and code <> 'step-failing'`
const EXISTS = 'select 1 from flows where account_id = $1 and id = $2 and deleted_at is null'

/** Forgets what went wrong in a flow and is no step that still fails. */
export const forgetTroubles = (house: House, { accountId }: Editor, flowId: number): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(EXISTS, [accountId, flowId]))) throw notFound()
    await tx.run(FORGET, [accountId, flowId])
  })
