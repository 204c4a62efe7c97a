import { type House, notFound, refused } from '@millrace/kit/server'
import { isWait, type StepPerson } from '../../contract/index.ts'
import { claimAtStep } from '../engine/claim.ts'
import { endRunsOfPeople, endTokens } from '../engine/endRuns.ts'
import { Moves } from '../engine/moves.ts'
import { FAILED, READY, WAITING } from '../engine/token.ts'
import { bothWays, kindOfFlow, subjectIn } from '../subjects/subjects.ts'
import { type Editor, holdFlow, holdFlowOfStep } from './editFlow.ts'
import { readStep } from './readFlow.ts'

type State = 'entered' | 'queued' | 'failed'
type Row = Omit<StepPerson, 'enteredAt' | 'dueAt' | 'leftAt'> & {
  enteredAt: Date
  dueAt: Date | null
  leftAt: Date | null
}

/** People who stand at a step (or failed there), latest first. */
const STANDING = bothWays(
  ({ columns, join }) => `select ${columns}, r.id as "runId", r.step_entered_at as "enteredAt",
    case when r.state < 2 then r.due_at end as "dueAt", null::timestamptz as "leftAt", null::text as exit, r.error
  from flow_runs r ${join('r.person_id')}
  where r.account_id = $1 and r.step_id = $2 and r.state < 4 and (r.state = 3) = $5
  order by r.step_entered_at desc, r.id desc limit $3 offset $4`,
)

/** Everybody who ever came to a step, latest first: those who stand there and those who left. */
const ENTERED = bothWays(
  ({ columns, join }) => `select ${columns}, s."runId", s."enteredAt", s."dueAt", s."leftAt", s.exit, s.error from (
    (select r.person_id, r.id as "runId", r.step_entered_at as "enteredAt", case when r.state < 2 then r.due_at end as "dueAt",
       null::timestamptz as "leftAt", null::text as exit, r.error
     from flow_runs r where r.account_id = $1 and r.step_id = $2 and r.state < 4
     order by r.step_entered_at desc, r.id desc limit $3::bigint + $4::bigint)
    union all
    (select v.person_id, v.run_id, v.entered_at, null, v.left_at, v.exit, null
     from step_visits v where v.account_id = $1 and v.step_id = $2 and v.error is null
     order by v.left_at desc, v.run_id desc limit $3::bigint + $4::bigint)
  ) s ${join('s.person_id')}
  order by s."enteredAt" desc, s."runId" desc limit $3::bigint offset $4::bigint`,
)

const toPerson = ({ enteredAt, dueAt, leftAt, ...rest }: Row): StepPerson => ({
  ...rest,
  enteredAt: enteredAt.toISOString(),
  dueAt: dueAt?.toISOString() ?? null,
  leftAt: leftAt?.toISOString() ?? null,
})

/** People of a step by state, 50 of each unless told. */
export const listStepPeople = (
  house: House,
  { accountId }: Editor,
  stepId: number,
  { limit = 50, offset = 0, state }: { limit?: number; offset?: number; state?: State },
): Promise<Partial<Record<State, StepPerson[]>>> =>
  house.db.account(accountId, async (tx) => {
    const step = await readStep(tx, accountId, stepId)
    const of = (await kindOfFlow(tx, accountId, step.integrationId)) ?? { kindId: 0 }
    const page = [accountId, stepId, limit, offset]
    const those = async (asked: State) =>
      (asked === 'entered'
        ? await tx.rows<Row>(ENTERED(of), page)
        : await tx.rows<Row>(STANDING(of), [...page, asked === 'failed'])
      ).map(toPerson)
    if (state) return { [state]: await those(state) }
    return { entered: await those('entered'), queued: await those('queued'), failed: await those('failed') }
  })

/** Takes a person who stands at a step out of the flow. */
export const removePersonFromStep = (house: House, editor: Editor, stepId: number, personId: number): Promise<void> =>
  house.db.account(editor.accountId, async (tx) => {
    const flow = await holdFlowOfStep(tx, editor.accountId, stepId)
    const tokens = await claimAtStep(tx, editor.accountId, stepId, { personId: subjectIn(flow, personId) })
    if (!tokens.length) throw notFound()
    await endTokens(house, tx, editor.accountId, flow.id, tokens, 'removed')
  })

/** Lets a person who waits at a step go on now; in a stopped flow as soon as it is on again. */
export const skipWait = (house: House, editor: Editor, stepId: number, personId: number): Promise<void> =>
  house.db.account(editor.accountId, async (tx) => {
    const flow = await holdFlowOfStep(tx, editor.accountId, stepId)
    const tokens = await claimAtStep(tx, editor.accountId, stepId, { personId: subjectIn(flow, personId) })
    if (!tokens.length) throw notFound()
    const now = house.clock.now()
    const waits = isWait(await readStep(tx, editor.accountId, stepId))
    const waiting = tokens.filter(
      ({ state, dueAt }) => state === WAITING || (waits && state === READY && dueAt !== null && dueAt > now),
    )
    if (!waiting.length) throw refused('')
    const moves = new Moves(tx, house, editor.accountId, flow.id, now)
    moves.take(waiting)
    for (const token of waiting) moves.stay(token, WAITING, moves.now)
    await moves.flush()
  })

/** Tries a step again for a person for whom it failed. */
export const retryStep = (house: House, editor: Editor, stepId: number, personId: number): Promise<void> =>
  house.db.account(editor.accountId, async (tx) => {
    const flow = await holdFlowOfStep(tx, editor.accountId, stepId)
    const tokens = await claimAtStep(tx, editor.accountId, stepId, { personId: subjectIn(flow, personId) })
    const failed = tokens.filter(({ state }) => state === FAILED)
    if (!failed.length) throw notFound()
    const moves = new Moves(tx, house, editor.accountId, flow.id, house.clock.now())
    moves.take(failed)
    for (const token of failed) moves.stay(token, READY, moves.now)
    await moves.flush()
  })

/** Takes a person out of a flow, wherever in it they stand. */
export const endFlowForPerson = (house: House, editor: Editor, flowId: number, personId: number): Promise<void> =>
  house.db.account(editor.accountId, async (tx) => {
    const flow = await holdFlow(tx, editor.accountId, flowId)
    if (!(await endRunsOfPeople(house, tx, editor.accountId, [subjectIn(flow, personId)], flowId))) throw notFound()
  })
