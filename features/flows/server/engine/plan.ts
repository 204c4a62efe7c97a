import { type EntryPeriod, stepTypeOf, type Watch } from '../../contract/index.ts'
import type { Graph, GraphStep } from './graph.ts'
import { runTrigger, stepRunOf, triggerRunOf } from './runners.ts'
import type { StepRun } from './stepRun.ts'
import type { TriggerMatch } from './triggerMatch.ts'

/** A step, ready to run. */
export type PlanStep = {
  id: number
  operationKey: string
  /** Its place in the order of the flow: a step comes after those that lead to it, loops aside. */
  order: number
  isTrigger: boolean
  /** Undefined while its settings cannot be run: people stand here until they can. */
  values: unknown
  run: StepRun<unknown>
  /** The way out of those who need not wait any longer. */
  skipsTo: string | null
  /** Where each exit leads; the plain way out is ''. */
  targets: ReadonlyMap<string, readonly number[]>
}

/** A step that people come to from anywhere, or stand at, until they meet its conditions. */
export type PlanWatch = Watch & { stepId: number }

/** A flow, compiled. */
export type Plan = {
  flowId: number
  version: number
  canEnterOnce: boolean
  oncePerPeriod: EntryPeriod | null
  steps: ReadonlyMap<number, PlanStep>
  triggers: readonly (TriggerMatch & { stepId: number })[]
  watches: readonly PlanWatch[]
  /** More steps than this in one go is a loop without end. */
  mostHops: number
}

const targetsOf = (graph: Graph): Map<number, Map<string, number[]>> => {
  const known = new Set(graph.steps.map(({ id }) => id))
  const targets = new Map<number, Map<string, number[]>>()
  for (const { source, target, condition } of graph.links) {
    if (!known.has(source) || !known.has(target)) continue
    const exits = targets.get(source) ?? new Map<string, number[]>()
    const there = exits.get(condition) ?? []
    if (!there.includes(target)) exits.set(condition, [...there, target])
    targets.set(source, exits)
  }
  return targets
}

/** Order of finishing a walk from the triggers, reversed: each step after those that lead to it, loops aside. */
const ordersOf = (graph: Graph, targets: Map<number, Map<string, number[]>>): Map<number, number> => {
  const finished: number[] = []
  const seen = new Set<number>()
  const nextOf = (id: number) => [...(targets.get(id)?.values() ?? [])].flat()
  for (const { id } of graph.steps) {
    if (seen.has(id)) continue
    seen.add(id)
    const path = [{ id, next: nextOf(id) }]
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const target = top.next.pop()
      if (target === undefined) {
        finished.push(top.id)
        path.pop()
      } else if (!seen.has(target)) {
        seen.add(target)
        path.push({ id: target, next: nextOf(target) })
      }
    }
  }
  return new Map(finished.reverse().map((id, order) => [id, order]))
}

/** The order must start at the triggers, or a loop could be entered at its middle. */
const triggersFirst = (graph: Graph): Graph => ({
  ...graph,
  steps: [...graph.steps].sort((a, b) => Number(triggerRunOf(b) !== undefined) - Number(triggerRunOf(a) !== undefined)),
})

/** A step that is not for those who come is not run: they stand there. */
const readValues = (step: GraphStep, ofObjects: boolean): unknown => {
  const type = stepTypeOf(step)
  if (!type || (type.subjects === 'people' && ofObjects) || (type.subjects === 'objects' && !ofObjects))
    return undefined
  const read = type.values.safeParse(step.input)
  return read.success ? read.data : undefined
}

const watchesOf = (step: GraphStep, values: unknown): PlanWatch[] => {
  const watch = values === undefined ? undefined : stepTypeOf(step)?.watches(values as Record<string, unknown>)
  return watch ? [{ ...watch, stepId: step.id }] : []
}

/** Compiles a graph. Steps that cannot run stay in the plan without values. */
export const compilePlan = (flowId: number, version: number, drawn: Graph): Plan => {
  const graph = triggersFirst(drawn)
  const targets = targetsOf(graph)
  const orders = ordersOf(graph, targets)
  const steps = new Map<number, PlanStep>()
  const triggers: (TriggerMatch & { stepId: number })[] = []
  const watches: PlanWatch[] = []
  for (const step of graph.steps) {
    const trigger = triggerRunOf(step)
    const values = readValues(step, (graph.kindId ?? 0) > 0)
    if (trigger && values) triggers.push({ ...trigger.match(values, step.id), stepId: step.id })
    watches.push(...watchesOf(step, values))
    steps.set(step.id, {
      id: step.id,
      operationKey: step.operationKey,
      skipsTo: stepTypeOf(step)?.skipsTo ?? null,
      order: orders.get(step.id) ?? 0,
      isTrigger: trigger !== undefined,
      values: trigger ? {} : values,
      run: (trigger ? undefined : stepRunOf(step)) ?? runTrigger,
      targets: targets.get(step.id) ?? new Map(),
    })
  }
  const { canEnterOnce, oncePerPeriod } = graph
  const mostHops = Math.max(500, graph.steps.length * 2)
  return { flowId, version, canEnterOnce, oncePerPeriod, steps, triggers, watches, mostHops }
}
