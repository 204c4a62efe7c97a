import { type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { isWait, type StepPerson } from '../../contract/index.ts'
import { claimAtStep } from '../engine/claim.ts'
import { endRunsOfPeople, endTokens } from '../engine/endRuns.ts'
import { Moves } from '../engine/moves.ts'
import { FAILED, READY, WAITING } from '../engine/token.ts'
import { bothWays, kindOfFlow, subjectIn } from '../subjects/subjects.ts'
import { type Editor, holdFlow, holdFlowOfStep } from './editFlow.ts'
import { END, PAST, type PeoplePlace, readPlace, writePlace } from './peoplePlace.ts'
import { readStep } from './readFlow.ts'

type State = 'entered' | 'queued' | 'failed'
type Row = Omit<StepPerson, 'enteredAt' | 'dueAt' | 'leftAt'> & {
  enteredAt: Date
  dueAt: Date | null
  leftAt: Date | null
} & Omit<PeoplePlace, 'began'>

/** Those who stand at a step (or failed there), latest first, from a place in that order on. */
const standing = (state: string) =>
  bothWays(
    ({ columns, join }) => `select ${columns}, r.id as "runId", r.step_entered_at as "enteredAt",
    case when r.state < 2 then r.due_at end as "dueAt", null::timestamptz as "leftAt", null::text as exit, r.error,
    r.step_entered_at as at, r.id as run, 0 as visit
  from flow_runs r ${join('r.person_id')}
  where r.account_id = $1 and r.step_id = $2 and r.state ${state} and (r.step_entered_at, r.id) < ($5, $6)
  order by r.step_entered_at desc, r.id desc limit $3 offset $4`,
  )

const QUEUED = standing('< 3')
const FAILED_THERE = standing('= 3')

/**
 * Everybody who ever came to a step: first those who stood there when the list was begun ($5), the latest first, whether they
 * still stand there or not; then those who had left, who left last first. So nobody is told twice or passed over while
 * people come and go between two pages.
 */
const ENTERED = bothWays(
  ({
    columns,
    join,
  }) => `select ${columns}, s."runId", s."enteredAt", s."dueAt", s."leftAt", s.exit, s.error, s.at, s.run, s.visit, s.part from (
    (select r.person_id, r.id as "runId", r.step_entered_at as "enteredAt", case when r.state < 2 then r.due_at end as "dueAt",
       null::timestamptz as "leftAt", null::text as exit, r.error, r.step_entered_at as at, r.id as run, 0 as visit, 1 as part
     from flow_runs r where r.account_id = $1 and r.step_id = $2 and r.state < 4 and (r.step_entered_at, r.id) < ($6, $7)
     order by r.step_entered_at desc, r.id desc limit $3::bigint + $4::bigint)
    union all
    (select v.person_id, v.run_id, v.entered_at, null, v.left_at, v.exit, null, v.entered_at, v.run_id, 0, 1
     from step_visits v where v.account_id = $1 and v.step_id = $2 and v.error is null
       and v.left_at > $5 and v.entered_at <= $5 and (v.entered_at, v.run_id) < ($6, $7)
     order by v.entered_at desc, v.run_id desc limit $3::bigint + $4::bigint)
    union all
    (select v.person_id, v.run_id, v.entered_at, null, v.left_at, v.exit, null, v.left_at, v.run_id, v.visit, 0
     from step_visits v where v.account_id = $1 and v.step_id = $2 and v.error is null
       and v.left_at <= $5 and v.left_at <= $8 and (v.left_at, v.run_id, v.visit) < ($8, $9, $10)
     order by v.left_at desc, v.run_id desc, v.visit desc limit $3::bigint + $4::bigint)
  ) s ${join('s.person_id')}
  order by s.part desc, s.at desc, s.run desc, s.visit desc limit $3::bigint offset $4::bigint`,
)

const toPerson = ({ enteredAt, dueAt, leftAt, at, run, visit, part, ...rest }: Row): StepPerson => ({
  ...rest,
  enteredAt: enteredAt.toISOString(),
  dueAt: dueAt?.toISOString() ?? null,
  leftAt: leftAt?.toISOString() ?? null,
})

type Asked = { limit?: number; offset?: number; state?: State; cursor?: string }
type Answer = { people: Partial<Record<State, StepPerson[]>>; paging: { after: string | null } }

type Head = readonly [accountId: number, stepId: number, limit: number, offset: number]

const read = (tx: Tx, of: { kindId: number }, asked: State, head: Head, place: PeoplePlace) => {
  const here = [place.at, place.run]
  if (asked !== 'entered') return tx.rows<Row>((asked === 'queued' ? QUEUED : FAILED_THERE)(of), [...head, ...here])
  const places = place.part ? [...here, ...END] : [...PAST, ...here, place.visit]
  return tx.rows<Row>(ENTERED(of), [...head, place.began, ...places])
}

/** People of a step by state, 50 of each unless told; of one state also from where a page ended. */
export const listStepPeople = (
  house: House,
  { accountId }: Editor,
  stepId: number,
  { limit = 50, offset = 0, state, cursor }: Asked,
): Promise<Answer> =>
  house.db.account(accountId, async (tx) => {
    const step = await readStep(tx, accountId, stepId)
    const of = (await kindOfFlow(tx, accountId, step.integrationId)) ?? { kindId: 0 }
    const start = readPlace(cursor, house.clock.now())
    const pageOf = (asked: State) => read(tx, of, asked, [accountId, stepId, limit + 1, offset], start)
    if (state) {
      const rows = await pageOf(state)
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      const after = last ? writePlace({ ...last, part: last.part ?? 1, began: start.began }) : null
      return { people: { [state]: page.map(toPerson) }, paging: { after } }
    }
    const first = async (asked: State) => (await pageOf(asked)).slice(0, limit).map(toPerson)
    const people = { entered: await first('entered'), queued: await first('queued'), failed: await first('failed') }
    return { people, paging: { after: null } }
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
