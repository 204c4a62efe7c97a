import type { FlowDoors } from '../doors.ts'
import { behindSavepoint } from './guarded.ts'
import type { Plan, PlanStep } from './plan.ts'
import { personIdsOf, type StepContext } from './stepRun.ts'
import type { Token } from './token.ts'

/** So many filters are asked at once. */
const MOST = 12

type Answers = { asked: Set<number>; met: Set<number> }

/**
 * Filters that follow each other, with nothing between them that changes anybody, are asked in one statement: people's rows are
 * read once, not once for each filter. Only conditions on the rows themselves, which cost little to be asked of those who do not
 * come that far.
 */
export class Foresight {
  private readonly answers = new Map<number, Answers>()
  private readonly context: Pick<StepContext, 'tx' | 'house' | 'doors' | 'accountId' | 'flowId'>
  private readonly plan: Plan

  constructor(context: Foresight['context'], plan: Plan) {
    this.context = context
    this.plan = plan
  }

  /** Who meets what a filter asks; undefined where it is to be asked by itself. */
  async at(step: PlanStep, tokens: readonly Token[]): Promise<ReadonlySet<number> | undefined> {
    if (!step.run.asks) {
      // It may change what was answered.
      if (step.run.usesDatabase) this.answers.clear()
      return undefined
    }
    const people = personIdsOf(tokens)
    const known = this.answers.get(step.id)
    if (known && people.every((id) => known.asked.has(id))) return known.met
    const filters = filtersFrom(this.plan, step, this.context.doors)
    if (filters.length < 2 || (people[0] ?? 0) < 0) return undefined
    await this.ask(filters, people)
    return this.answers.get(step.id)?.met
  }

  private async ask(filters: readonly PlanStep[], people: readonly number[]): Promise<void> {
    const { tx, house, doors, accountId, flowId } = this.context
    const conditions = filters.flatMap(({ run, values }) => run.asks?.(values) ?? [])
    const work = () => doors.matchesEach(tx, accountId, conditions, people)
    const met = await behindSavepoint(tx, 'ask', work, (err) =>
      house.log.warn({ err, accountId, flowId }, 'filters could not be asked together; each is asked by itself'),
    )
    if (!met) return
    for (const [nth, { id }] of filters.entries()) {
      const before = this.answers.get(id)
      const those = met[nth] ?? []
      if (!before) this.answers.set(id, { asked: new Set(people), met: new Set(those) })
      else {
        for (const person of people) before.asked.add(person)
        for (const person of those) before.met.add(person)
      }
    }
  }
}

const known = new WeakMap<PlanStep, readonly PlanStep[]>()

const isTold = ({ run, values }: PlanStep, doors: FlowDoors): boolean =>
  values !== undefined && run.asks !== undefined && doors.canAskTogether(run.asks(values))

/** A filter, and those that people come to from it through filters alone; the nearest first. */
const filtersFrom = (plan: Plan, step: PlanStep, doors: FlowDoors): readonly PlanStep[] => {
  const before = known.get(step)
  if (before) return before
  const found = new Set<PlanStep>(isTold(step, doors) ? [step] : [])
  for (const { targets } of found) {
    for (const id of [...targets.values()].flat()) {
      const next = plan.steps.get(id)
      if (next && found.size < MOST && isTold(next, doors)) found.add(next)
    }
  }
  known.set(step, [...found])
  return [...found]
}
