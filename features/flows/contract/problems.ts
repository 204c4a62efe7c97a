import { exitsOf, settingsProblemsOf, stepTypeOf } from './catalogue.ts'
import type { Link, Problem, Step } from './flow.ts'
import { fitsFlow, misfit, OF_PEOPLE } from './subjects.ts'

type Graph = { steps: Record<string, Step>; links: readonly Link[]; objectType?: string }

const about = (step: Step | null, code: string, message: string, field: string | null = null): Problem => ({
  code,
  message,
  stepId: step?.id ?? null,
  field,
})

/** True for steps where people stop for a while, so that a loop through them cannot spin. */
export const isWait = (step: { serviceId: string; operationKey: string }): boolean => stepTypeOf(step)?.waits === true

/** True where a trigger has a link out, or a filter or action has a link in. */
export const isConnected = (step: Step, links: readonly Link[]): boolean =>
  step.type === 'trigger'
    ? links.some(({ source }) => source === step.id)
    : links.some(({ target }) => target === step.id)

/** Ids of the steps that people can come to from a trigger. */
export const reachedFromTriggers = ({ steps, links }: Graph): Set<number> => {
  const reached = new Set<number>()
  const next = Object.values(steps)
    .filter(({ type }) => type === 'trigger')
    .map(({ id }) => id)
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    for (const { source, target } of links) if (source === id) next.push(target)
  }
  return reached
}

/** Steps on a loop that people could go round without ever waiting. */
const spinning = ({ steps, links }: Graph): Step[] => {
  const goesOn = new Map<number, number[]>()
  for (const { source, target } of links) {
    const from = steps[source]
    const to = steps[target]
    if (from && to && !isWait(from) && !isWait(to)) goesOn.set(source, [...(goesOn.get(source) ?? []), target])
  }
  const returns = (start: number) => {
    const seen = new Set<number>()
    const next = [...(goesOn.get(start) ?? [])]
    for (let id = next.pop(); id !== undefined; id = next.pop()) {
      if (id === start) return true
      if (seen.has(id)) continue
      seen.add(id)
      next.push(...(goesOn.get(id) ?? []))
    }
    return false
  }
  return Object.values(steps).filter(({ id }) => returns(id))
}

const stepProblems = (step: Step, { steps, links, objectType = OF_PEOPLE }: Graph, isLookedAt: boolean): Problem[] => {
  const type = stepTypeOf(step)
  if (!type) return [about(step, 'unknown-step', 'Unknown step')]
  if (step.type !== 'trigger' && !isLookedAt) return []
  if (!fitsFlow(type, objectType)) return [about(step, 'misfit', misfit(type.label, objectType))]
  const problems = settingsProblemsOf(step).map(({ field, message }) => about(step, 'not-configured', message, field))
  const out = links.filter(({ source, target }) => source === step.id && steps[target])
  if (step.type === 'trigger' && !out.length)
    problems.push(about(step, 'no-way-out', 'This trigger leads nowhere. Link it to the first step.'))
  const read = type.values.safeParse(step.inputFields.values)
  if (read.success)
    for (const { code, message, field } of type.problems(read.data)) problems.push(about(step, code, message, field))
  const exits = exitsOf(step)
  for (const { data } of out) {
    if (data.condition === null ? exits.length : !exits.includes(data.condition))
      problems.push(
        about(
          step,
          'unknown-exit',
          `A link leaves this step by “${data.condition ?? 'no condition'}”, which it does not have.`,
        ),
      )
  }
  return problems
}

/**
 * What keeps a flow from running as drawn, as far as its graph alone tells; the same on the canvas and on the server.
 * Steps that nobody can come to are left out, unless `withAside`: they stand aside without harm.
 */
export const graphProblemsOf = (graph: Graph, withAside = false): Problem[] => {
  const steps = Object.values(graph.steps)
  const problems: Problem[] = []
  if (!steps.some(({ type }) => type === 'trigger'))
    problems.push(
      about(
        null,
        'no-trigger',
        graph.objectType === undefined || graph.objectType === OF_PEOPLE
          ? 'The flow has no trigger. Add one, so that people can enter.'
          : 'The flow has no trigger. Add one, so that something can enter.',
      ),
    )
  const reached = reachedFromTriggers(graph)
  for (const step of steps) problems.push(...stepProblems(step, graph, withAside || reached.has(step.id)))
  for (const step of spinning(graph)) {
    if (reached.has(step.id))
      problems.push(
        about(step, 'loop-without-wait', 'People would go round here without end. Put a wait into the loop.'),
      )
  }
  return problems
}

type Issue = { path: (string | number)[]; message: string }

/** A problem as an issue of an error reply. */
export const issueOf = ({ code, message, stepId, field }: Problem): Issue => ({
  path: [...(stepId === null ? ['flow'] : ['steps', stepId]), code, ...(field ? [field] : [])],
  message,
})

/** The problems that a refused activation (422) lists in `error.issues`. */
export const problemsOfIssues = (issues: readonly Issue[] = []): Problem[] =>
  issues.map(({ path, message }) => {
    const [where, ...rest] = path
    const stepId = where === 'steps' ? Number(rest.shift()) : null
    return {
      code: String(rest[0] ?? 'problem'),
      message,
      stepId,
      field: rest[1] === undefined ? null : String(rest[1]),
    }
  })
