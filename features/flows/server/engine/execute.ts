import { behindSavepoint, ENOUGH_ALIKE, reasonOf } from './guarded.ts'
import type { Moves } from './moves.ts'
import type { Plan, PlanStep } from './plan.ts'
import type { Outcome, StepContext } from './stepRun.ts'
import { HELD, READY, type Token, WAITING } from './token.ts'

/** What the engine runs with: everything of a step's context that is the same for all steps of a pass. */
export type EngineContext = Omit<StepContext, 'stepId' | 'reachGoal'> & {
  /** False: each goes one step only and waits for its next turn there; the measure that fusing is held against. */
  isFused?: boolean
}

const NEVER_ENDING = 'People went round here without end. Put a wait into the loop.'

/** Which step is next: the one that comes first in the flow's order, so that those who come by other ways are there too. */
const firstOf = (plan: Plan, arrivals: Map<number, Token[]>): number => {
  let first = -1
  let least = Number.POSITIVE_INFINITY
  for (const stepId of arrivals.keys()) {
    const order = plan.steps.get(stepId)?.order ?? -1
    if (order < least) {
      first = stepId
      least = order
    }
  }
  return first
}

type Tries = { alike: Map<string, number>; passed: boolean }

/** Takes tokens through a flow as far as they get without waiting. */
export class Execution {
  private readonly context: EngineContext
  private readonly plan: Plan
  private readonly moves: Moves
  private readonly arrivals = new Map<number, Token[]>()

  constructor(context: EngineContext, plan: Plan, moves: Moves) {
    this.context = context
    this.plan = plan
    this.moves = moves
  }

  /** `tokens` stand ready at their steps, or have waited long enough. */
  async run(tokens: readonly Token[]): Promise<void> {
    const waited = tokens.filter(({ state }) => state === WAITING)
    const isWaiting = new Set(waited)
    await this.apply(
      waited,
      waited.map(({ stepId }) => ({ go: this.plan.steps.get(stepId)?.skipsTo ?? null })),
    )
    if (this.context.isFused === false) this.arrivals.clear()
    for (const token of tokens) if (!isWaiting.has(token)) this.put(token)
    if (this.context.isFused === false) await this.oneStep()
    else while (this.arrivals.size) await this.next(this.arrivals)
  }

  private async oneStep(): Promise<void> {
    const here = new Map(this.arrivals)
    while (here.size) await this.next(here)
  }

  private async next(arrivals: Map<number, Token[]>): Promise<void> {
    const stepId = firstOf(this.plan, arrivals)
    const here = arrivals.get(stepId) ?? []
    arrivals.delete(stepId)
    await this.at(stepId, here)
  }

  private put(token: Token): void {
    const here = this.arrivals.get(token.stepId)
    if (here) here.push(token)
    else this.arrivals.set(token.stepId, [token])
  }

  private async at(stepId: number, tokens: Token[]): Promise<void> {
    const step = this.plan.steps.get(stepId)
    if (!step) {
      for (const token of tokens) {
        this.moves.leave(token, 'removed')
        this.moves.end(token)
      }
      return
    }
    if (step.values === undefined) {
      for (const token of tokens) this.moves.stay(token, HELD, null)
      return
    }
    for (const token of tokens) token.hops++
    const going = tokens.filter(({ hops }) => hops <= this.plan.mostHops)
    for (const token of tokens) if (token.hops > this.plan.mostHops) this.moves.fail(token, NEVER_ENDING)
    if (going.length) await this.apply(going, await this.outcomes(step, going))
  }

  private async outcomes(step: PlanStep, tokens: Token[]): Promise<readonly Outcome[]> {
    return this.tried(step, tokens, { alike: new Map(), passed: false })
  }

  /** Runs a step; where that fails, finds out by halves for whom, so that nobody else is held up. */
  private async tried(step: PlanStep, tokens: readonly Token[], tries: Tries): Promise<readonly Outcome[]> {
    const reached: Token[] = []
    const context: StepContext = { ...this.context, stepId: step.id, reachGoal: (token) => reached.push(token) }
    let failure = ''
    const onError = (error: unknown) => {
      failure = reasonOf(error)
      const { accountId, flowId, house } = this.context
      house.log.warn({ err: error, accountId, flowId, stepId: step.id, people: tokens.length }, 'step failed')
    }
    const work = async () => step.run.run(context, step.values, tokens)
    const outcomes = step.run.usesDatabase
      ? await behindSavepoint(this.context.tx, 'step', work, onError)
      : await work()
    if (outcomes) {
      tries.passed = true
      for (const token of reached) this.moves.reachGoal(token)
      return outcomes
    }
    const alike = tries.alike.get(failure) ?? 0
    if (tokens.length === 1) tries.alike.set(failure, alike + 1)
    if (tokens.length === 1 || (!tries.passed && alike >= ENOUGH_ALIKE)) return tokens.map(() => ({ fail: failure }))
    const middle = Math.ceil(tokens.length / 2)
    const first = await this.tried(step, tokens.slice(0, middle), tries)
    return [...first, ...(await this.tried(step, tokens.slice(middle), tries))]
  }

  private async apply(tokens: readonly Token[], outcomes: readonly Outcome[]): Promise<void> {
    const forks: [Token, readonly number[]][] = []
    for (const [index, token] of tokens.entries()) {
      const outcome = outcomes[index]
      if (!outcome) throw new Error(`step ${token.stepId} gave ${outcomes.length} outcomes for ${tokens.length} people`)
      if ('go' in outcome) this.go(token, outcome.go, forks)
      else if ('wait' in outcome) this.moves.stay(token, WAITING, outcome.wait)
      else if ('again' in outcome) this.moves.stay(token, READY, outcome.again)
      else if ('held' in outcome) this.moves.stay(token, HELD, null)
      else if ('fail' in outcome) this.moves.fail(token, outcome.fail)
      else {
        this.moves.leave(token, null)
        this.moves.end(token)
      }
    }
    if (!forks.length) return
    await this.moves.reserve(forks.reduce((sum, [, targets]) => sum + targets.length, 0))
    for (const [parent, targets] of forks) for (const target of targets) this.put(this.moves.fork(parent, target))
  }

  private go(token: Token, exit: string | null, forks: [Token, readonly number[]][]): void {
    const [first, ...others] = this.plan.steps.get(token.stepId)?.targets.get(exit ?? '') ?? []
    this.moves.leave(token, exit)
    if (first === undefined) {
      this.moves.end(token)
      return
    }
    this.moves.arrive(token, first)
    this.put(token)
    if (others.length) forks.push([token, others])
  }
}
