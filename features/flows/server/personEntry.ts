import { type House, notFound, type Tx } from '@millrace/kit/server'
import type { Conditions } from '@millrace/segments/contract'
import { explain, loadDictionary } from '@millrace/segments/server'
import {
  type EntryPeriod,
  type EntryReason,
  type FlowExplanation,
  type FlowStatus,
  type Names,
  type PersonRun,
  type PersonStay,
  stepTypeOf,
} from '../contract/index.ts'
import { goalSql } from './conditionDoors.ts'
import { type Graph, type GraphStep, readGraph } from './engine/graph.ts'
import { triggerRunOf } from './engine/runners.ts'
import { runsOf, stepNames, stepWords } from './personRuns.ts'
import { triggerReasons, wordsOfStep } from './personTriggers.ts'
import { idOfSubject, said, subjectIn } from './subjects/subjects.ts'

type Flow = {
  name: string
  status: FlowStatus
  version: number
  activatedAt: Date | null
  isArchived: boolean
  zone: string
  kindId: number
}

const FLOW = `
select f.name, f.status, f.version, f.activated_at as "activatedAt", f.archived_at is not null as "isArchived", a.timezone as zone, f.kind_id as "kindId"
from flows f join accounts a on a.id = f.account_id where f.account_id = $1 and f.id = $2`

type Person = { archivedAt: Date | null; unsubscribedAt: Date | null }

const PERSON = `
select archived_at as "archivedAt", unsubscribed_at as "unsubscribedAt" from people where account_id = $1 and id = $2`

/** The same of an object of a kind. */
const OBJECT = `
select archived_at as "archivedAt", null::timestamptz as "unsubscribedAt" from objects where account_id = $1 and id = $2 and schema_id = $3`

const VERSION = 'select graph from flow_versions where account_id = $1 and flow_id = $2 and version = $3'

/** The stays of one pass that are over, in order. */
const PATH = `
select v.step_id as "stepId", v.entered_at as "enteredAt", v.left_at as "leftAt", v.exit, v.error from step_visits v
where v.account_id = $1 and v.person_id = $2 and v.flow_id = $3
  and v.run_id = any(array(select r.id from flow_runs r where r.account_id = $1 and (r.id = $4 or r.root_id = $4)))
order by v.account_id, v.left_at, v.entered_at, v.run_id, v.visit limit 500`

const LENGTHS = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const

const valuesOf = (step: GraphStep): unknown => {
  const read = stepTypeOf(step)?.values.safeParse(step.input)
  return read?.success ? read.data : undefined
}

const entryRule = (flow: Flow, graph: Graph, runs: readonly PersonRun[], now: Date): EntryReason | undefined => {
  const last = runs[0]
  if (graph.canEnterOnce) {
    const fact = last ? `entered ${runs.length === 1 ? 'once' : `${runs.length} times`}` : 'never entered'
    return {
      text: said(flow, 'Each person enters once', 'Each one enters once'),
      isMet: last?.state !== 'ended',
      fact,
      at: last?.enteredAt ?? null,
    }
  }
  if (!graph.oncePerPeriod) return undefined
  const { value, unit }: EntryPeriod = graph.oncePerPeriod
  const isMet = !last || now.getTime() - new Date(last.enteredAt).getTime() >= value * LENGTHS[unit]
  const whom = said(flow, 'Each person', 'Each one')
  const text = `${whom} enters once in ${value} ${value === 1 ? unit.slice(0, -1) : unit}`
  return { text, isMet, fact: last ? 'entered' : 'never entered', at: last?.enteredAt ?? null }
}

const rulesOf = (flow: Flow, graph: Graph, person: Person, runs: readonly PersonRun[], now: Date): EntryReason[] => {
  const isOn = flow.status === 'on' && !flow.isArchived
  const fact = flow.isArchived
    ? 'it is archived'
    : isOn
      ? 'on'
      : flow.activatedAt
        ? 'switched off'
        : 'never switched on'
  const rule = entryRule(flow, graph, runs, now)
  return [
    { text: 'The flow is on', isMet: isOn, fact, at: isOn ? (flow.activatedAt?.toISOString() ?? null) : null },
    {
      text: said(flow, 'The person is not archived', 'It is not archived'),
      isMet: !person.archivedAt,
      fact: person.archivedAt ? 'archived' : 'active',
      at: person.archivedAt?.toISOString() ?? null,
    },
    ...(rule ? [rule] : []),
    ...(person.unsubscribedAt
      ? [
          {
            text: 'The person gets marketing mail',
            isMet: false,
            fact: 'unsubscribed: they pass through the flow, but its marketing mail is not sent',
            at: person.unsubscribedAt.toISOString(),
          },
        ]
      : []),
  ]
}

const conditionsOf = (step: GraphStep, values: Record<string, unknown>): Conditions | undefined =>
  stepTypeOf(step)?.asks?.(values)

/** The filters that people meet before anything else. */
const firstFilters = (graph: Graph): GraphStep[] => {
  const byId = new Map(graph.steps.map((step) => [step.id, step]))
  const found = new Map<number, GraphStep>()
  let from = new Set(graph.steps.filter((step) => triggerRunOf(step) !== undefined).map(({ id }) => id))
  while (from.size) {
    const next = new Set<number>()
    for (const { source, target } of graph.links) {
      const step = byId.get(target)
      if (!from.has(source) || !step || found.has(target) || stepTypeOf(step)?.type !== 'filter') continue
      found.set(target, step)
      next.add(target)
    }
    from = next
  }
  return [...found.values()]
}

type Place = { tx: Tx; accountId: number; personId: number; kindId: number; now: Date; names: Names }

const filterReasons = async (
  { tx, accountId, personId, kindId, now, names }: Place,
  graph: Graph,
): Promise<EntryReason[]> => {
  const filters = firstFilters(graph)
  if (!filters.length) return []
  const dictionary = await loadDictionary(tx, accountId, now, goalSql)
  const reasons: EntryReason[] = []
  for (const step of filters) {
    const values = valuesOf(step) as Record<string, unknown> | undefined
    const conditions = values && conditionsOf(step, values)
    const text = wordsOfStep(step, names)
    if (!conditions) {
      reasons.push({
        text,
        isMet: null,
        fact: said({ kindId }, 'is looked at when they come to it', 'is looked at when it comes there'),
        at: null,
      })
      continue
    }
    const explanation = await explain(tx, conditions as never, dictionary, idOfSubject(personId), [], kindId || null)
    const fact = `would leave by “${explanation.isTrue ? 'yes' : 'no'}” now`
    reasons.push({ text, isMet: explanation.isTrue, fact, at: null, explanation })
  }
  return reasons
}

const pathOf = async (
  tx: Tx,
  accountId: number,
  personId: number,
  { flowId, kindId }: { flowId: number; kindId: number },
  run: PersonRun,
): Promise<PersonStay[]> => {
  type Row = Pick<PersonStay, 'stepId' | 'exit' | 'error'> & { enteredAt: Date; leftAt: Date }
  const rows = await tx.rows<Row>(PATH, [accountId, personId, flowId, run.id])
  const words = await stepWords(
    tx,
    accountId,
    rows.map(({ stepId }) => stepId),
    kindId,
  )
  const over = rows.map((row) => ({
    ...row,
    ...(words.get(row.stepId) ?? { title: '', text: '', kind: 'action' as const }),
    enteredAt: row.enteredAt.toISOString(),
    leftAt: row.leftAt.toISOString(),
  }))
  if (run.state === 'ended') return over
  return [...over, ...run.places.map(({ dueAt: _, ...place }) => ({ ...place, leftAt: null }))]
}

const ENDED: Record<string, string> = {
  merged: 'Their run ended because two people became one.',
}

const verdictOf = (
  flow: Flow,
  runs: readonly PersonRun[],
  rules: readonly EntryReason[],
  triggers: readonly EntryReason[],
): string => {
  const [last] = runs
  const are = said(flow, 'They are', 'It is')
  if (last && last.state !== 'ended') {
    const where = last.places[0]?.title || 'a step that is no more'
    return last.state === 'failed'
      ? `${are} in this flow; “${where}” failed for ${said(flow, 'them', 'it')}.`
      : `${are} in this flow, at “${where}”.`
  }
  const exit = last?.places[0]?.exit ?? ''
  if (exit === 'removed') return `${said(flow, 'They were', 'It was')} taken out of this flow.`
  if (last) return ENDED[exit] ?? `${said(flow, 'They have', 'It has')} been through this flow.`
  const [on, active] = rules
  if (on && !on.isMet)
    return `${are} not in this flow: ${said(flow, 'it', 'the flow')} ${on.fact.startsWith('never') ? 'was' : 'is'} ${on.fact}.`
  if (active && !active.isMet)
    return `${are} not in this flow: ${said(flow, 'archived people do', 'what is archived does')} not enter.`
  if (!triggers.length) return `${are} not in this flow: nothing starts it.`
  if (triggers.every(({ isMet }) => isMet === false))
    return `${are} not in this flow: nothing that starts it has happened${said(flow, ' to them since it is on', ' since it was switched on')}.`
  if (triggers.some(({ isMet }) => isMet))
    return `${are} about to enter, or what starts the flow happened while it was off.`
  return `${said(flow, 'They', 'It')} never entered this flow.`
}

/** Why a person, or an object in a flow of objects, is, was, or never was in a flow; 404 where either is not there. */
export const explainFlow = (house: House, accountId: number, flowId: number, id: number): Promise<FlowExplanation> =>
  house.db.system(async (tx) => {
    const flow = await tx.one<Flow>(FLOW, [accountId, flowId])
    if (!flow) throw notFound('There is no such flow.')
    const { kindId } = flow
    const person = kindId
      ? await tx.one<Person>(OBJECT, [accountId, id, kindId])
      : await tx.one<Person>(PERSON, [accountId, id])
    if (!person) throw notFound(said(flow, 'There is no such person.', 'There is no such object.'))
    const personId = subjectIn(flow, id)
    const now = house.clock.now()
    const names = await stepNames(tx, accountId, kindId)
    const kept = flow.version ? await tx.one<{ graph: Graph }>(VERSION, [accountId, flowId, flow.version]) : undefined
    const graph = kept?.graph ?? (await readGraph(tx, accountId, flowId))
    const runs = await runsOf(tx, accountId, personId, flowId, kindId)
    const rules = rulesOf(flow, graph, person, runs, now)
    const since = flow.status === 'on' ? flow.activatedAt : null
    const asked = { tx, accountId, personId, since, now, zone: flow.zone }
    const triggers = await triggerReasons(asked, graph.steps, names, valuesOf)
    const [last] = runs
    return {
      verdict: verdictOf(flow, runs, rules, triggers),
      isIn: last !== undefined && last.state !== 'ended',
      entries: runs.length,
      rules,
      triggers,
      filters: await filterReasons({ tx, accountId, personId, kindId, now, names }, graph),
      path: last ? await pathOf(tx, accountId, personId, { flowId, kindId }, last) : [],
    }
  })
