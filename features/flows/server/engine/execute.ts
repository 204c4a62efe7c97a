import type { HeldStep } from './advance.ts'
import { Foresight } from './foresight.ts'
import { behindSavepoint, ENOUGH_ALIKE, reasonOf } from './guarded.ts'
import type { Moves } from './moves.ts'
import type { Plan, PlanStep } from './plan.ts'
import { closeStep, openStep, PROBE_MS, wayOff } from './quarantine.ts'
import type { Outcome, StepContext } from './stepRun.ts'
import { HELD, READY, type Token, WAITING } from './token.ts'
import { type Fork, Ways } from './ways.ts'

/** What the engine runs with: everything of a step's context that is the same for all steps of a pass. */
export type EngineContext = Omit<StepContext, 'stepId' | 'reachGoal'> & {
  /** False: each goes one step only and waits for its next turn there; the measure that fusing is held against. */
  isFused?: boolean
  /** Steps that hold whoever comes, because they failed for everybody. */
  held?: ReadonlyMap<number, HeldStep>
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

type Tries = { alike: Map<string, number>; passed: boolean; foreseen: ReadonlySet<number> | undefined }

/** Takes tokens through a flow as far as they get without waiting. */
export class Execution {
  private readonly context: EngineContext
  private readonly plan: Plan
  private readonly moves: Moves
  private readonly arrivals = new Map<number, Token[]>()
  private readonly ways: Ways
  private readonly foresight: Foresight

  constructor(context: EngineContext, plan: Plan, moves: Moves) {
    this.context = context
    this.plan = plan
    this.moves = moves
    this.ways = new Ways(context)
    this.foresight = new Foresight(context, plan)
  }

  /** `tokens` stand ready at their steps, or have waited long enough. */
  async run(tokens: readonly Token[]): Promise<void> {
    const waited = tokens.filter(({ state, stepId }) => state === WAITING && this.plan.steps.has(stepId))
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
    if (!step) return this.offStep(stepId, tokens)
    const held = this.context.held?.get(stepId)
    if (held) return this.atHeld(step, tokens, held)
    return this.atStep(step, tokens)
  }

  /** The step was deleted while they stood there or came: they go on as its deletion says. */
  private async offStep(stepId: number, tokens: readonly Token[]): Promise<void> {
    const { tx, accountId, flowId } = this.context
    const target = await wayOff(tx, accountId, flowId, stepId)
    for (const token of tokens) {
      this.moves.leave(token, 'removed')
      if (target !== undefined && this.plan.steps.has(target)) {
        this.moves.arrive(token, target)
        this.put(token)
      } else this.moves.end(token)
    }
  }

  /** One of them tries the step, once in a while; the others wait until it is open again. */
  private async atHeld(step: PlanStep, tokens: Token[], { triedAt }: HeldStep): Promise<void> {
    const next = triedAt.getTime() + PROBE_MS
    const [probe, ...others] = tokens as [Token, ...Token[]]
    if (this.context.now.getTime() < next) {
      this.moves.stay(probe, READY, new Date(next))
      for (const token of others) this.moves.stay(token, HELD, null)
      return
    }
    const [outcome] = await this.outcomes(step, [probe])
    if (outcome && !('fail' in outcome)) {
      await openStep(this.context, step.id)
      await this.apply([probe], [outcome])
      if (others.length) await this.atStep(step, others)
      return
    }
    const reason = outcome && 'fail' in outcome ? outcome.fail : ''
    await closeStep(this.context, { stepId: step.id, reason, people: 0, personId: probe.personId })
    const later = new Date(this.context.now.getTime() + PROBE_MS)
    this.moves.stay(probe, READY, later)
    for (const token of others) this.moves.stay(token, HELD, null)
  }

  private async atStep(step: PlanStep, tokens: Token[]): Promise<void> {
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
    const tries: Tries = { alike: new Map(), passed: false, foreseen: await this.foresight.at(step, tokens) }
    const outcomes = await this.tried(step, tokens, tries)
    const [first] = outcomes
    const isClosing = !tries.passed && tokens.length > ENOUGH_ALIKE && first && 'fail' in first
    if (isClosing) {
      const [{ personId }] = tokens as [Token]
      await closeStep(this.context, { stepId: step.id, reason: first.fail, people: tokens.length, personId })
    }
    return outcomes
  }

  /** Runs a step; where that fails, finds out by halves for whom, so that nobody else is held up. */
  private async tried(step: PlanStep, tokens: readonly Token[], tries: Tries): Promise<readonly Outcome[]> {
    const reached: Token[] = []
    const { foreseen } = tries
    const context: StepContext = {
      ...this.context,
      stepId: step.id,
      reachGoal: (token) => reached.push(token),
      ...(foreseen && { foreseen }),
    }
    let failure = ''
    const onError = (error: unknown) => {
      failure = reasonOf(error)
      const { accountId, flowId, house } = this.context
      house.log.warn({ err: error, accountId, flowId, stepId: step.id, people: tokens.length }, 'step failed')
    }
    const work = async () => step.run.run(context, step.values, tokens)
    const outcomes =
      step.run.usesDatabase && !foreseen ? await behindSavepoint(this.context.tx, 'step', work, onError) : await work()
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
    const forks: Fork[] = []
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
    const allowed = await this.ways.allowed(forks)
    await this.moves.reserve(allowed.reduce((sum, { targets }) => sum + targets.length, 0))
    for (const { parent, targets } of allowed) for (const target of targets) this.put(this.moves.fork(parent, target))
  }

  private go(token: Token, exit: string | null, forks: Fork[]): void {
    const { stepId } = token
    const [first, ...others] = this.plan.steps.get(stepId)?.targets.get(exit ?? '') ?? []
    this.moves.leave(token, exit)
    if (first === undefined) {
      this.moves.end(token)
      return
    }
    this.moves.arrive(token, first)
    this.put(token)
    if (others.length) forks.push({ parent: token, stepId, targets: others })
  }
}
