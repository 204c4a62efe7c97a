import { randomUUID } from 'node:crypto'
import { conflict, type House, heldClock, notFound, refused, type Tx } from '@millrace/kit/server'
import { type DryRunRequest, type DryStay, stepTypeOf, summaryOf } from '../../contract/index.ts'
import type { FlowDoors } from '../doors.ts'
import { type Graph, readGraph } from '../engine/graph.ts'
import { compilePlan, type Plan } from '../engine/plan.ts'
import { stepNames } from '../personRuns.ts'
import type { TakenKind } from '../subjects/subjects.ts'
import { castObject, castPerson } from './castPerson.ts'
import { type Hop, Walk } from './walk.ts'

const FLOW = `select f.id, a.timezone as zone, f.kind_id as "kindId", f.object_type as "objectType" from flows f join accounts a on a.id = f.account_id
  where f.account_id = $1 and f.id = $2`

/** Nobody waits long for the rows of a person whom a live flow is just moving, and the whole ends in good time. */
const LIMITS = `set local lock_timeout = '500ms'; set local statement_timeout = '5s'`
const BUSY = new Set(['55P03', '57014'])

/** Steps taken at the most, and how far ahead the clock goes. */
const MOST_HOPS = 300
const FARTHEST_MS = 5 * 366 * 86_400_000

/** Carries the answer out of a transaction that is undone. */
class Undone extends Error {
  readonly answer: DryRun
  constructor(answer: DryRun) {
    super('undone')
    this.answer = answer
  }
}

/** What a dry run tells. */
export type DryRun = { stays: DryStay[]; verdict: string }

/** The plan of the flow as it is drawn, with exits chosen by hand; what is asked of the outside counts as answered. */
const planOf = (flowId: number, graph: Graph, choices: Record<string, string>): Plan => {
  const plan = compilePlan(flowId, 0, graph)
  const steps = new Map(plan.steps)
  for (const [id, step] of plan.steps) {
    const chosen = choices[String(id)]
    if (chosen !== undefined && step.values !== undefined) {
      const run = {
        usesDatabase: false,
        run: (_context: unknown, _values: unknown, tokens: readonly unknown[]) =>
          tokens.map(() => ({ go: chosen || null })),
      }
      steps.set(id, { ...step, run })
      continue
    }
    const { run } = step
    const answered: typeof run = {
      ...run,
      run: async (...given) => (await run.run(...given)).map((one) => ('held' in one ? { go: null } : one)),
    }
    steps.set(id, { ...step, run: answered })
  }
  return { ...plan, steps }
}

const triggerOf = (plan: Plan, wanted: number | undefined): number => {
  const triggers = [...plan.steps.values()].filter(({ isTrigger }) => isTrigger).map(({ id }) => id)
  const start = wanted === undefined ? triggers[0] : triggers.find((id) => id === wanted)
  if (start === undefined) throw refused('The flow has no trigger. Add one, so that people can enter.')
  return start
}

const shaped = (
  hops: readonly Hop[],
  graph: Graph,
  names: Awaited<ReturnType<typeof stepNames>>,
  choices: object,
): DryStay[] => {
  const steps = new Map(graph.steps.map((step) => [step.id, step]))
  return hops.map((hop) => {
    const step = steps.get(hop.stepId)
    const words = step && summaryOf({ ...step, inputFields: { values: step.input } }, names)
    return {
      stepId: hop.stepId,
      title: words?.title ?? '',
      text: words?.text ?? '',
      kind: (step && stepTypeOf(step)?.kind) ?? 'action',
      enteredAt: hop.enteredAt.toISOString(),
      leftAt: hop.leftAt?.toISOString() ?? null,
      exit: hop.exit,
      mail: hop.mail,
      explanation: hop.explanation,
      error: hop.error,
      isChosen: Object.hasOwn(choices, String(hop.stepId)),
    }
  })
}

type Asked = {
  house: House
  openDoors(house: House): FlowDoors
  accountId: number
  flowId: number
  request: DryRunRequest
}

const inTransaction = async (tx: Tx, { house, openDoors, accountId, flowId, request }: Asked): Promise<DryRun> => {
  await tx.client.query(LIMITS)
  const flow = await tx.one<TakenKind & { zone: string }>(FLOW, [accountId, flowId])
  if (!flow) throw notFound('There is no such flow.')
  const start = request.at ? new Date(request.at) : house.clock.now()
  const clock = heldClock(start)
  const graph = await readGraph(tx, accountId, flowId)
  const choices = request.choices ?? {}
  const plan = planOf(flowId, graph, choices)
  const trigger = triggerOf(plan, request.startStepId)
  const dry: House = { ...house, clock }
  const { zone, kindId } = flow
  const personId = kindId
    ? await castObject(tx, dry, accountId, flow, request)
    : await castPerson(tx, dry, accountId, request)
  const walk = new Walk({ tx, house: dry, clock, openDoors, accountId, flowId, zone, plan, graph, personId, kindId })
  const verdict = await walk.go(trigger, `dry:${randomUUID()}`, {
    mostHops: MOST_HOPS,
    until: new Date(start.getTime() + FARTHEST_MS),
  })
  return { stays: shaped(walk.hops, graph, await stepNames(tx, accountId, kindId), choices), verdict }
}

/**
 * Takes a person through a flow as it is drawn, by the steps' own runs on a clock that goes ahead from one due time to the next,
 * in a transaction that is undone: nothing is sent, nothing written, nobody told. The memberships of segments stay as they are.
 */
export const dryRun = async (asked: Asked): Promise<DryRun> => {
  try {
    return await asked.house.db.system(async (tx) => {
      throw new Undone(await inTransaction(tx, asked))
    })
  } catch (error) {
    if (error instanceof Undone) return error.answer
    if (BUSY.has(String((error as { code?: unknown }).code)))
      throw conflict('This person is just being moved by a flow, or this takes too long. Try again.')
    throw error
  }
}
