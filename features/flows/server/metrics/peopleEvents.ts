import { type AskedRange, cursorBehind, type House, readCursor, type Tx } from '@millrace/kit/server'
import { type FlowPersonEvent, OF_PEOPLE } from '../../contract/index.ts'
import { idOfSubject, namesOfSubjects } from '../subjects/subjects.ts'
import { countByFlow, sumOf } from './counters.ts'
import { type MeasuredFlow, readMeasured, readRange } from './measureFlows.ts'

/** Who did what in which flows, and when. */
export type PeopleWanted = { type: 'entered' | 'goal'; flowIds: readonly number[]; from: Date; to: Date }

/** Somebody who did it. `atText` says the moment to the microsecond. */
export type PeopleEventRow = {
  id: number
  stepId: number
  flowId: number
  personId: number
  at: Date
  atText: string
}

/** Who entered flows, latest first, before a place in that order. */
const ENTERED = `select e.id, 0::bigint as "stepId", f.flow_id as "flowId", e.person_id as "personId", e.at, e.at::text as "atText"
  from unnest($2::bigint[]) as f(flow_id) cross join lateral (
    select r.id, r.person_id, r.entered_at as at from flow_runs r
    where r.account_id = $1 and r.flow_id = f.flow_id and r.root_id is null and r.entered_at >= $3
      and (r.entered_at, r.id) < ($4::timestamptz, $5::bigint) and $6::bigint is not null
    order by r.entered_at desc, r.id desc limit $7) as e
  order by e.at desc, e.id desc limit $7`

/** Who reached goals of flows, latest first, before a place in that order. */
const REACHED = `select e.id, e.step_id as "stepId", f.flow_id as "flowId", e.person_id as "personId", e.at, e.at::text as "atText"
  from unnest($2::bigint[]) as f(flow_id) cross join lateral (
    select g.run_id as id, g.step_id, g.person_id, g.reached_at as at from flow_goals g
    where g.account_id = $1 and g.flow_id = f.flow_id and g.reached_at >= $3
      and (g.reached_at, g.run_id, g.step_id) < ($4::timestamptz, $5::bigint, $6::bigint)
    order by g.reached_at desc, g.run_id desc, g.step_id desc limit $7) as e
  order by e.at desc, e.id desc, e.step_id desc limit $7`

/** What goals are called. */
const GOALS = `select s.id, coalesce(nullif(s.title, ''), nullif(s.input ->> 'name', ''), 'Goal') as name
  from flow_steps s where s.account_id = $1 and s.id = any($2::bigint[])`

/** Where a page that ended with this row goes on. */
export const placeOf = ({ atText, id, stepId }: PeopleEventRow): string =>
  cursorBehind({ value: atText, id, part: stepId })

/** The people behind a place ('' at the start), latest first. */
export const readPeopleEvents = (
  tx: Tx,
  accountId: number,
  { type, flowIds, from, to }: PeopleWanted,
  place: string,
  limit: number,
): Promise<PeopleEventRow[]> => {
  const last = readCursor(place || undefined, true)
  const values = [accountId, flowIds, from, last?.value ?? to, last?.id ?? 0, last?.part ?? 0, limit]
  return tx.rows<PeopleEventRow>(type === 'goal' ? REACHED : ENTERED, values)
}

type Named = { id: number; name: string }

/** The names of goals by id. */
export const goalNames = async (tx: Tx, accountId: number, rows: readonly PeopleEventRow[]) => {
  const ids = [...new Set(rows.map(({ stepId }) => stepId))].filter(Boolean)
  const found = ids.length ? await tx.rows<Named>(GOALS, [accountId, ids]) : []
  return new Map(found.map(({ id, name }) => [id, name]))
}

type Asked = AskedRange & {
  flowIds?: readonly number[] | undefined
  type: 'entered' | 'goal' | 'reachedGoal'
  limit: number
  cursor?: string | undefined
}

type Page = { events: FlowPersonEvent[]; total: number; next: string | null }

const toEvents = async (tx: Tx, accountId: number, rows: readonly PeopleEventRow[], flows: readonly MeasuredFlow[]) => {
  const ids = [...new Set(rows.map((row) => row.personId))]
  const person = await namesOfSubjects(tx, accountId, ids)
  const goals = await goalNames(tx, accountId, rows)
  const flow = new Map(flows.map(({ id, name, objectType }) => [id, { id, name, objectType }]))
  return rows.map(
    ({ id, stepId, flowId, personId, at }): FlowPersonEvent => ({
      id: `${id}-${stepId}`,
      type: stepId ? 'goal' : 'entered',
      createdAt: at.toISOString(),
      flow: flow.get(flowId) ?? { id: flowId, name: '', objectType: OF_PEOPLE },
      goal: stepId ? (goals.get(stepId) ?? 'Goal') : null,
      person: { name: '', email: null, ...person.get(personId), id: idOfSubject(personId) },
    }),
  )
}

/** People who entered flows or reached their goals in a stretch of time, latest first; nobody where no flow is named. */
export const listPeopleEvents = (house: House, accountId: number, asked: Asked): Promise<Page> =>
  house.db.account(accountId, async (tx) => {
    const range = await readRange(tx, house, accountId, asked)
    const flows = asked.flowIds?.length ? await readMeasured(tx, accountId, asked.flowIds) : []
    const flowIds = flows.map(({ id }) => id)
    const type = asked.type === 'entered' ? 'entered' : 'goal'
    const wanted = { type, flowIds, from: range.from, to: range.to } as const
    const rows = await readPeopleEvents(tx, accountId, wanted, asked.cursor ?? '', asked.limit)
    const of = await countByFlow(tx, accountId, flowIds, range)
    const sum = sumOf(flowIds.map(of))
    const last = rows.at(-1)
    return {
      events: await toEvents(tx, accountId, rows, flows),
      total: type === 'goal' ? sum.reachedGoal : sum.entered,
      next: last && rows.length === asked.limit ? placeOf(last) : null,
    }
  })
