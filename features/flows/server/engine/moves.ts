import { aboutSubject, type NewChange, recordChanges } from '@millrace/kit/jobs'
import {
  answered,
  type House,
  momentList,
  numberList,
  type Tx,
  textList,
  together,
  withGenericPlans,
} from '@millrace/kit/server'
import { COUNT, GOALS, IDS, INSERT_RUNS, INSERT_VISITS, QUARTER, STEP_HOUR, UPDATE_RUNS } from './movesSql.ts'
import { type Cause, ENDED, FAILED, passOf, READY, type Token, WAITING } from './token.ts'
import { type Stay, visitRowsOf } from './visitRows.ts'

type Count = { entered: number; queued: number; failed: number; reached: number }

/** Waits that end sooner than this are rung for; others are found by the loop's own look. */
const SOON_MS = 60_000

const HOUR_MS = 3_600_000
const startOf = (at: Date, length: number) => new Date(Math.floor(at.getTime() / length) * length)

/** Everything that one pass of the engine moves in one flow, gathered so that it is written in a few statements. */
export class Moves {
  private readonly touched = new Set<Token>()
  private readonly stays = new Map<Token, Stay[]>()
  private readonly counts = new Map<number, Count>()
  private readonly goals = new Map<string, { stepId: number; personId: number; runId: number }>()
  private readonly tx: Tx
  private readonly house: Pick<House, 'bell' | 'clock'>
  private readonly accountId: number
  private readonly flowId: number
  readonly now: Date
  private entered = 0
  private ids: number[] = []

  constructor(tx: Tx, house: Pick<House, 'bell' | 'clock'>, accountId: number, flowId: number, now: Date) {
    this.tx = tx
    this.house = house
    this.accountId = accountId
    this.flowId = flowId
    this.now = now
  }

  private count(stepId: number, name: keyof Count, by: number): void {
    let count = this.counts.get(stepId)
    if (!count) {
      count = { entered: 0, queued: 0, failed: 0, reached: 0 }
      this.counts.set(stepId, count)
    }
    count[name] += by
  }

  /** Makes sure that so many new ids are at hand. */
  async reserve(count: number): Promise<void> {
    if (this.ids.length >= count) return
    const row = await this.tx.one<{ ids: number[] }>(IDS, [count - this.ids.length], 'flows-ids')
    // Taken from the end: those who come first get the lower ids.
    this.ids = [...(row?.ids ?? []).reverse(), ...this.ids]
  }

  /** Takes rows that stand somewhere off their steps' counters; where they stand in the end is counted when it is written. */
  take(tokens: readonly Token[]): void {
    for (const token of tokens) {
      if (this.touched.has(token)) continue
      this.touched.add(token)
      this.count(token.stepId, token.state === FAILED ? 'failed' : 'queued', -1)
    }
  }

  /** A pass begins at a trigger. Needs a reserved id. */
  begin(personId: number, entryKey: string, stepId: number, cause: Cause = {}): Token {
    this.entered++
    return this.create({ rootId: null, personId, entryKey, stepId, enteredAt: this.now, ...cause })
  }

  /** The same pass goes another way too. Needs a reserved id. */
  fork(parent: Token, stepId: number): Token {
    const { personId, entryKey, enteredAt, causedAt, eventId } = parent
    const token = this.create({ rootId: passOf(parent), personId, entryKey, stepId, enteredAt, causedAt, eventId })
    token.hops = parent.hops
    return token
  }

  private create(given: Pick<Token, 'rootId' | 'personId' | 'entryKey' | 'stepId' | 'enteredAt'> & Cause): Token {
    const id = this.ids.pop()
    if (id === undefined) throw new Error('no id was reserved')
    const rest = { visit: 1, state: READY, stepEnteredAt: this.now, dueAt: this.now, error: null, isNew: true, hops: 0 }
    const token: Token = { ...given, ...rest, id }
    this.touched.add(token)
    this.count(token.stepId, 'entered', 1)
    return token
  }

  private note(token: Token, exit: string | null, error: string | null): void {
    const { visit, stepId, stepEnteredAt: enteredAt } = token
    const stays = this.stays.get(token)
    if (stays) stays.push({ visit, stepId, enteredAt, exit, error })
    else this.stays.set(token, [{ visit, stepId, enteredAt, exit, error }])
  }

  /** Ends the stay at a step; the token then stands nowhere until it arrives or ends. */
  leave(token: Token, exit: string | null): void {
    this.note(token, exit, null)
  }

  arrive(token: Token, stepId: number): void {
    token.stepId = stepId
    token.visit++
    token.stepEnteredAt = this.now
    token.state = READY
    token.dueAt = this.now
    this.count(stepId, 'entered', 1)
  }

  /** Stands at its step until then, or until something else moves it (no time). */
  stay(token: Token, state: number, dueAt: Date | null): void {
    token.state = state
    token.dueAt = dueAt
    token.error = null
  }

  end(token: Token): void {
    token.state = ENDED
    token.dueAt = null
    token.error = null
  }

  fail(token: Token, error: string): void {
    this.note(token, null, error)
    token.state = FAILED
    token.dueAt = null
    token.error = error
    // A later try of the same stay is written beside this one.
    token.visit++
  }

  reachGoal(token: Token): void {
    const goal = { stepId: token.stepId, personId: token.personId, runId: passOf(token) }
    this.goals.set(`${goal.stepId} ${goal.personId} ${goal.runId}`, goal)
  }

  /** Writes it all. */
  async flush(): Promise<void> {
    const tokens = [...this.touched].sort((a, b) => a.id - b.id)
    for (const { state, stepId } of tokens) {
      if (state === FAILED) this.count(stepId, 'failed', 1)
      else if (state !== ENDED) this.count(stepId, 'queued', 1)
    }
    // Visits go first: runs are written with plans of another kind. Goals say what is counted.
    const [visits, goals, runs] = [this.writeVisits(), this.writeGoals(), this.writeRuns(tokens)]
    const counters = async () => {
      const news = await goals
      // Counters last and all at once: who writes one keeps others from it until the transaction is over.
      const told = recordChanges(this.tx, this.house, this.accountId, news)
      await together([told, this.ring(tokens), this.writeCounts(), this.writeTimes(news.length)])
    }
    await together([visits, goals, runs, counters()])
    await answered(this.tx)
  }

  private async writeRuns(tokens: readonly Token[]): Promise<void> {
    const endedAt = ({ state }: Token) => (state === ENDED ? this.now : null)
    const fresh = tokens.filter(({ isNew }) => isNew)
    if (fresh.length)
      await this.tx.run(
        INSERT_RUNS,
        [
          this.accountId,
          this.flowId,
          numberList(fresh.map(({ id }) => id)),
          numberList(fresh.map(({ rootId }) => rootId)),
          numberList(fresh.map(({ personId }) => personId)),
          textList(fresh.map(({ entryKey }) => entryKey)),
          numberList(fresh.map(({ state }) => state)),
          numberList(fresh.map(({ stepId }) => stepId)),
          numberList(fresh.map(({ visit }) => visit)),
          momentList(fresh.map(({ dueAt }) => dueAt)),
          momentList(fresh.map(({ enteredAt }) => enteredAt)),
          momentList(fresh.map(({ stepEnteredAt }) => stepEnteredAt)),
          momentList(fresh.map(endedAt)),
          textList(fresh.map(({ error }) => error)),
          momentList(fresh.map(({ causedAt }) => causedAt ?? null)),
          numberList(fresh.map(({ eventId }) => eventId ?? null)),
        ],
        'flows-runs-insert',
      )
    const known = tokens.filter(({ isNew }) => !isNew)
    if (known.length)
      await withGenericPlans(this.tx, () =>
        this.tx.run(UPDATE_RUNS, [
          this.accountId,
          numberList(known.map(({ id }) => id)),
          numberList(known.map(({ state }) => state)),
          numberList(known.map(({ stepId }) => stepId)),
          numberList(known.map(({ visit }) => visit)),
          momentList(known.map(({ dueAt }) => dueAt)),
          momentList(known.map(({ stepEnteredAt }) => stepEnteredAt)),
          momentList(known.map(endedAt)),
          textList(known.map(({ error }) => error)),
        ]),
      )
    for (const token of fresh) token.isNew = false
  }

  private async writeVisits(): Promise<void> {
    if (!this.stays.size) return
    const { rows, ways } = visitRowsOf(this.stays, this.now)
    // Unnamed, so that it is planned for as many rows and ways as there are.
    await this.tx.run(INSERT_VISITS, [
      this.accountId,
      this.now,
      this.flowId,
      numberList(rows.map(({ token }) => token.id)),
      numberList(rows.map(({ visit }) => visit)),
      numberList(rows.map(({ token }) => token.personId)),
      momentList(rows.map(({ enteredAt }) => enteredAt)),
      numberList(rows.map(({ way }) => way)),
      numberList(ways.map(({ way }) => way)),
      numberList(ways.map(({ nth }) => nth)),
      numberList(ways.map(({ stepId }) => stepId)),
      textList(ways.map(({ exit }) => exit)),
      textList(ways.map(({ error }) => error)),
    ])
  }

  /** Answers what others are to see of them. */
  private async writeGoals(): Promise<NewChange[]> {
    const goals = [...this.goals.values()]
    if (!goals.length) return []
    const rows = await this.tx.rows<{ stepId: number; personId: number }>(
      GOALS,
      [
        this.accountId,
        this.flowId,
        this.now,
        numberList(goals.map(({ stepId }) => stepId)),
        numberList(goals.map(({ personId }) => personId)),
        numberList(goals.map(({ runId }) => runId)),
      ],
      'flows-goals-insert',
    )
    for (const { stepId } of rows) this.count(stepId, 'reached', 1)
    return rows.map(({ stepId, personId }) => ({ kind: 'goal.reached', ...aboutSubject(personId), ref: stepId }))
  }

  protected async writeTimes(reached: number): Promise<void> {
    const { accountId, flowId, now } = this
    const sent: Promise<unknown>[] = []
    if (this.entered || reached) {
      const [quarter, day] = [startOf(now, HOUR_MS / 4), startOf(now, HOUR_MS * 24)]
      sent.push(this.tx.run(QUARTER, [accountId, flowId, quarter, this.entered, reached, day], 'flows-quarter'))
    }
    const steps = [...this.counts].filter(([, count]) => count.entered || count.reached)
    if (steps.length) {
      const figures = [
        steps.map(([stepId]) => stepId),
        steps.map(([, count]) => count.entered),
        steps.map(([, count]) => count.reached),
      ]
      sent.push(this.tx.run(STEP_HOUR, [accountId, flowId, startOf(now, HOUR_MS), ...figures], 'flows-step-hour'))
    }
    await together(sent)
  }

  protected async writeCounts(): Promise<void> {
    const { accountId, flowId } = this
    const counts = [...this.counts].filter(([, { entered, queued, failed }]) => entered || queued || failed)
    if (!counts.length) return
    await this.tx.run(
      COUNT,
      [
        accountId,
        flowId,
        counts.map(([stepId]) => stepId),
        counts.map(([, { entered }]) => entered),
        counts.map(([, { queued }]) => queued),
        counts.map(([, { failed }]) => failed),
      ],
      'flows-count',
    )
  }

  private async ring(tokens: readonly Token[]): Promise<void> {
    const soon = this.now.getTime() + SOON_MS
    const isSoon = ({ state, dueAt }: Token) =>
      (state === READY || state === WAITING) && dueAt !== null && dueAt.getTime() < soon
    if (tokens.some(isSoon)) await this.house.bell.ring(this.tx, 'flows', this.accountId)
  }
}
