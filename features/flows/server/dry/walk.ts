import type { House, heldClock, Tx } from '@millrace/kit/server'
import type { Explanation } from '@millrace/segments/contract'
import { explain, loadDictionary } from '@millrace/segments/server'
import { stepTypeOf } from '../../contract/index.ts'
import { goalSql } from '../conditionDoors.ts'
import type { FlowDoors } from '../doors.ts'
import { claimOfPeople } from '../engine/claim.ts'
import { Execution } from '../engine/execute.ts'
import type { Graph, GraphStep } from '../engine/graph.ts'
import { Moves } from '../engine/moves.ts'
import type { Plan } from '../engine/plan.ts'
import { FAILED, HELD, passOf, type Token } from '../engine/token.ts'
import { idOfSubject } from '../subjects/subjects.ts'
import { mailOf, type PlannedMail } from './mailOf.ts'

/** A stay of a dry run. */
export type Hop = {
  stepId: number
  enteredAt: Date
  leftAt: Date | null
  exit: string | null
  mail: PlannedMail | null
  explanation: Explanation | null
  error: string | null
}

type Given = {
  tx: Tx
  house: House
  clock: ReturnType<typeof heldClock>
  openDoors(house: House): FlowDoors
  accountId: number
  flowId: number
  zone: string
  plan: Plan
  graph: Graph
  /** Who goes through it: a person, or an object of the kind by the negative of its id. */
  personId: number
  kindId: number
}

/** The stays of a row that are over, from one visit on. */
const STAYS = `select v.visit, v.step_id as "stepId", v.entered_at as "enteredAt", v.left_at as "leftAt", v.exit, v.error from step_visits v
  where v.account_id = $1 and v.person_id = $2 and v.run_id = $3 and v.visit >= $4 order by v.left_at, v.visit`

type Stay = { visit: number; stepId: number; enteredAt: Date; leftAt: Date; exit: string | null; error: string | null }

const NOT_COMPLETE = 'Its settings are not complete: people wait here until they are.'

/** Counts nobody: the counters of a flow are rows that the live engine would wait for until the dry run is undone. */
class UncountedMoves extends Moves {
  protected override async writeTimes(): Promise<void> {}

  protected override async writeCounts(): Promise<void> {}
}

/** How it ended, said of an object. */
const OF_OBJECTS: Readonly<Record<string, string>> = {
  'They would still be waiting after five years.': 'It would still be waiting after five years.',
  'They would wait at the goal until they meet its conditions.':
    'It would wait at the goal until it meets the conditions.',
  'They would stand at a step whose settings are not complete.':
    'It would stand at a step whose settings are not complete.',
  'A step would fail for them.': 'A step would fail for it.',
  'They would come to the end of the flow.': 'It would come to the end of the flow.',
}

/** Takes one person through a plan, step by step, each at the time that it is due. */
export class Walk {
  readonly hops: Hop[] = []
  private readonly given: Given
  private readonly steps: ReadonlyMap<number, GraphStep>

  constructor(given: Given) {
    this.given = given
    this.steps = new Map(given.graph.steps.map((step) => [step.id, step]))
  }

  /** Enters at a trigger and goes on until nothing more happens. Answers how it ended, in a sentence. */
  async go(trigger: number, entryKey: string, { mostHops, until }: { mostHops: number; until: Date }): Promise<string> {
    const { tx, accountId, flowId, personId, clock } = this.given
    const moves = this.openMoves()
    await moves.reserve(1)
    const first = moves.begin(personId, entryKey, trigger)
    const pass = passOf(first)
    await this.take(first, moves)
    for (let hop = 0; hop < mostHops; hop++) {
      const all = (await claimOfPeople(tx, accountId, flowId, [personId])).filter((token) => passOf(token) === pass)
      const next = all
        .filter(({ state, dueAt }) => state < HELD && dueAt)
        .sort((a, b) => a.dueAt!.getTime() - b.dueAt!.getTime())[0]
      if (!next) return this.endOf(all)
      if (next.dueAt! > until) return this.said('They would still be waiting after five years.')
      if (next.dueAt! > clock.now()) clock.set(next.dueAt!)
      const watch = this.watching(next)
      if (watch) return watch
      const later = this.openMoves()
      later.take([next])
      await this.take(next, later)
    }
    return `The dry run was stopped after ${mostHops} steps.`
  }

  private said(sentence: string): string {
    return this.given.kindId ? (OF_OBJECTS[sentence] ?? sentence) : sentence
  }

  private openMoves(): Moves {
    const { tx, house, accountId, flowId, clock } = this.given
    return new UncountedMoves(tx, house, accountId, flowId, clock.now())
  }

  /** People stand at a goal for as long as it takes; a dry run does not. */
  private watching(token: Token): string | undefined {
    const step = this.steps.get(token.stepId)
    const isFresh = token.dueAt!.getTime() === token.stepEnteredAt.getTime()
    const values = this.given.plan.steps.get(token.stepId)?.values as Record<string, unknown> | undefined
    const isGoal = step && values && stepTypeOf(step)?.watches(values)?.isGoal
    if (isFresh || !isGoal) return undefined
    this.standing(token, null)
    return this.said('They would wait at the goal until they meet its conditions.')
  }

  private async take(token: Token, moves: Moves): Promise<void> {
    const { tx, house, accountId, flowId, zone, plan, clock, openDoors } = this.given
    const { id, visit, stepId } = token
    const explanation = await this.explained(stepId)
    const context = {
      tx,
      house,
      doors: openDoors(house),
      accountId,
      flowId,
      now: clock.now(),
      zone,
      isFused: false,
      isDry: true,
    }
    await new Execution(context, plan, moves).run([token])
    await moves.flush()
    const { mail, problem } = await mailOf(tx, accountId, this.given.personId, `${id}:${stepId}:${visit}`)
    const stays = await tx.rows<Stay>(STAYS, [accountId, this.given.personId, id, visit])
    for (const { visit: _visit, ...stay } of stays) this.hops.push({ ...stay, mail: null, explanation: null })
    const own = this.hops.findLast((hop) => hop.stepId === stepId)
    if (own && stays.some((stay) => stay.stepId === stepId))
      Object.assign(own, { mail, explanation, error: own.error ?? problem ?? this.unsent(stepId, own, mail) })
  }

  private unsent(stepId: number, { exit, leftAt }: Hop, mail: PlannedMail | null): string | null {
    const step = this.steps.get(stepId)
    const isSending = step && stepTypeOf(step)?.sends && leftAt !== null && exit === null && !mail
    return isSending ? 'They got this mail before, and it is sent once only.' : null
  }

  private async explained(stepId: number): Promise<Explanation | null> {
    const { tx, accountId, clock, personId, kindId, plan } = this.given
    const step = this.steps.get(stepId)
    const values = plan.steps.get(stepId)?.values as Record<string, unknown> | undefined
    const asks = step && values ? stepTypeOf(step)?.asks?.(values) : undefined
    if (!asks) return null
    const dictionary = await loadDictionary(tx, accountId, clock.now(), goalSql)
    return explain(tx, asks, dictionary, idOfSubject(personId), [], kindId || null)
  }

  private standing(token: Token, error: string | null): void {
    const { stepId, stepEnteredAt } = token
    this.hops.push({ stepId, enteredAt: stepEnteredAt, leftAt: null, exit: null, mail: null, explanation: null, error })
  }

  private endOf(tokens: readonly Token[]): string {
    const held = tokens.filter(({ state }) => state === HELD)
    for (const token of held) this.standing(token, NOT_COMPLETE)
    if (held.length) return this.said('They would stand at a step whose settings are not complete.')
    const failed =
      tokens.some(({ state }) => state === FAILED) ||
      this.hops.some(({ error, leftAt }) => error && leftAt && !error.startsWith('They got'))
    return this.said(failed ? 'A step would fail for them.' : 'They would come to the end of the flow.')
  }
}
