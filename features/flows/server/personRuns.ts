import { type House, notFound, type Tx } from '@millrace/kit/server'
import {
  type FlowStatus,
  type Names,
  type PersonRun,
  type PersonStay,
  stepTypeOf,
  summaryOf,
} from '../contract/index.ts'

import { subjectIn } from './subjects/subjects.ts'

/** Most rows of passes that one answer tells of. */
const MOST = 500

const PERSON = 'select 1 as is_there from people where account_id = $1 and id = $2'

type Row = {
  id: number
  pass: number
  flowId: number
  flowName: string
  flowStatus: FlowStatus
  flowArchived: boolean
  state: number
  stepId: number
  enteredAt: Date
  stepEnteredAt: Date
  dueAt: Date | null
  endedAt: Date | null
  error: string | null
}

/** Where a person stands or stood in flows, the latest pass first. */
const RUNS = `
select r.id, coalesce(r.root_id, r.id) as pass, r.flow_id as "flowId", f.name as "flowName", f.status as "flowStatus",
  f.archived_at is not null as "flowArchived", r.state, r.step_id as "stepId", r.entered_at as "enteredAt",
  r.step_entered_at as "stepEnteredAt", case when r.state < 2 then r.due_at end as "dueAt", r.ended_at as "endedAt", r.error
from flow_runs r join flows f on f.account_id = $1 and f.id = r.flow_id
where r.account_id = $1 and r.person_id = $2
order by r.account_id, r.entered_at desc, r.id desc limit ${MOST}`

/** How the last stays of some rows ended. */
const EXITS = `
select distinct on (v.run_id) v.run_id as id, v.exit from step_visits v
where v.account_id = $1 and v.person_id = $2 and v.run_id = any($3::bigint[])
order by v.run_id, v.left_at desc, v.visit desc`

type StepWords = Pick<PersonStay, 'title' | 'text' | 'kind'>

type DrawnStep = {
  id: number
  serviceId: string
  operationKey: string
  input: Record<string, unknown>
  title: string | null
}

/** Steps by id, as they are drawn now. */
const STEPS = `
select id, service_id as "serviceId", operation_key as "operationKey", input, title from flow_steps
where account_id = $1 and id = any($2::bigint[])`

/** The names of segments and fields that steps mention; fields are people's (0), or those of a kind of objects. */
const NAMES = `
select 's' as kind, id::text as key, name from segments where account_id = $1
union all select 'f', name, title from person_fields where account_id = $1 and $2::bigint = 0
union all select 'f', name, title from object_fields where account_id = $1 and schema_id = $2::bigint
union all select 'e', id::text, name from emails where account_id = $1`

/** Names of what steps mention. */
export const stepNames = async (tx: Tx, accountId: number, kindId = 0) => {
  const rows = await tx.rows<{ kind: string; key: string; name: string }>(
    NAMES,
    [accountId, kindId],
    'flows-step-names',
  )
  const of = (kind: string) =>
    Object.fromEntries(rows.flatMap((row) => (row.kind === kind ? [[row.key, row.name]] : [])))
  const emails = Object.fromEntries(Object.entries(of('e')).map(([id, name]) => [id, { name }]))
  return { segments: of('s'), fields: of('f'), emails } as Names
}

/** Steps in words, by id; deleted ones are left out. */
export const stepWords = async (
  tx: Tx,
  accountId: number,
  ids: readonly number[],
  kindId = 0,
): Promise<Map<number, StepWords>> => {
  const names = await stepNames(tx, accountId, kindId)
  const rows = await tx.rows<DrawnStep>(STEPS, [accountId, [...new Set(ids)]])
  return new Map(
    rows.map((row) => {
      const { title, text } = summaryOf(
        { ...row, inputFields: { values: row.input }, data: { title: row.title } },
        names,
      )
      return [row.id, { title, text, kind: stepTypeOf(row)?.kind ?? 'action' }]
    }),
  )
}

const GONE: StepWords = { title: '', text: '', kind: 'action' }
const STATES = ['ready', 'waiting', 'held', 'failed', 'ended'] as const
/** A pass is where its liveliest way is. */
const LIVELIEST = [3, 1, 0, 2, 4]

const toRun = (
  rows: readonly Row[],
  words: ReadonlyMap<number, StepWords>,
  exits: ReadonlyMap<number, string | null>,
) => {
  const first = rows.find(({ id, pass }) => id === pass) ?? rows[0]!
  const live = rows.filter(({ state }) => state < 4)
  const shown = live.length ? live : rows
  const state = LIVELIEST.find((one) => rows.some((row) => row.state === one)) ?? 4
  const ended = rows.flatMap(({ endedAt }) => endedAt ?? []).sort((a, b) => b.getTime() - a.getTime())[0]
  return {
    id: first.pass,
    flowId: first.flowId,
    flowName: first.flowName,
    flowStatus: first.flowStatus,
    flowArchived: first.flowArchived,
    enteredAt: first.enteredAt.toISOString(),
    endedAt: live.length ? null : (ended?.toISOString() ?? null),
    state: STATES[state] ?? 'ended',
    places: shown.map((row) => ({
      ...(words.get(row.stepId) ?? GONE),
      stepId: row.stepId,
      enteredAt: row.stepEnteredAt.toISOString(),
      leftAt: row.endedAt?.toISOString() ?? null,
      exit: exits.get(row.id) ?? null,
      error: row.error,
      dueAt: row.dueAt?.toISOString() ?? null,
    })),
  } satisfies PersonRun
}

/** The passes of a person, or of an object of a kind, the latest first; of one flow, or of all. */
export const runsOf = async (
  tx: Tx,
  accountId: number,
  personId: number,
  flowId?: number,
  kindId = 0,
): Promise<PersonRun[]> => {
  const all = await tx.rows<Row>(RUNS, [accountId, personId])
  const rows = flowId === undefined ? all : all.filter((row) => row.flowId === flowId)
  const words = await stepWords(
    tx,
    accountId,
    rows.map(({ stepId }) => stepId),
    kindId,
  )
  const over = rows.filter(({ state }) => state === 4).map(({ id }) => id)
  const left = await tx.rows<{ id: number; exit: string | null }>(EXITS, [accountId, personId, over])
  const exits = new Map(left.map(({ id, exit }) => [id, exit]))
  const passes = new Map<number, Row[]>()
  for (const row of rows) passes.set(row.pass, [...(passes.get(row.pass) ?? []), row])
  return [...passes.values()].map((pass) => toRun(pass, words, exits))
}

/** The passes of a person through flows; 404 where there is no such person. */
export const listPersonFlows = (house: House, accountId: number, personId: number): Promise<PersonRun[]> =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(PERSON, [accountId, personId]))) throw notFound('There is no such person.')
    return runsOf(tx, accountId, personId)
  })

/** An object of a kind that is named. */
const OBJECT = `select k.id as "kindId" from objects o join object_schemas k on k.account_id = $1 and k.id = o.schema_id
where o.account_id = $1 and o.id = $2 and lower(k.name) = lower($3) and k.deleted_at is null`

/** The passes of an object through flows; 404 where there is no such object. */
export const listObjectFlows = (
  house: House,
  accountId: number,
  { objectName, id }: { objectName: string; id: number },
): Promise<PersonRun[]> =>
  house.db.account(accountId, async (tx) => {
    const object = await tx.one<{ kindId: number }>(OBJECT, [accountId, id, objectName])
    if (!object) throw notFound('There is no such object.')
    return runsOf(tx, accountId, subjectIn(object, id), undefined, object.kindId)
  })
