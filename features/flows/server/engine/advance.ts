import { becauseOf, type Loop, type LoopResult } from '@millrace/kit/jobs'
import { type House, isPassing, type Tx, together, withoutWaiting } from '@millrace/kit/server'
import type { FlowDoors } from '../doors.ts'
import { BATCH, claimDue } from './claim.ts'
import { Execution } from './execute.ts'
import { shareFlow } from './flowLock.ts'
import { reasonOf } from './guarded.ts'
import { Moves } from './moves.ts'
import type { PlanCache } from './planCache.ts'

/** What the engine stands on. */
export type Engine = { house: House; doors: FlowDoors; plans: PlanCache; isFused?: boolean }

/** A step that holds everybody who comes: why, and when it was tried last. */
export type HeldStep = { id: number; reason: string; triedAt: Date }

type Running = { version: number; zone: string; held: { id: number; reason: string; triedAt: string }[] | null }

/** Reads a flow that is on, and which of its steps hold whoever comes. */
const RUNNING = `select f.version, a.timezone as zone, (
    select jsonb_agg(jsonb_build_object('id', s.id, 'reason', s.held_reason, 'triedAt', coalesce(t.last_at, s.held_since)))
    from flow_steps s left join flow_troubles t
      on t.account_id = $1 and t.flow_id = $2 and t.step_id = s.id and t.code = 'step-failing'
    where s.account_id = $1 and s.flow_id = $2 and s.held_since is not null) as held
  from flows f join accounts a on a.id = f.account_id
  where f.account_id = $1 and f.id = $2 and f.status = 'on' and f.archived_at is null`

/** A flow that is on, kept as it is until the transaction is over. */
export const holdRunning = async (tx: Tx, accountId: number, flowId: number) => {
  const asked = [accountId, flowId]
  const [, row] = await together([shareFlow(tx, accountId, flowId), tx.one<Running>(RUNNING, asked, 'flows-running')])
  const held = new Map((row?.held ?? []).map((one) => [one.id, { ...one, triedAt: new Date(one.triedAt) }]))
  return row && { version: row.version, zone: row.zone, held }
}

/** Moves one batch of a flow's people whose time has come. Answers how many. */
export const advanceFlow = (engine: Engine, accountId: number, flowId: number, most = BATCH): Promise<number> =>
  engine.house.db.system(async (tx) => {
    const { house, doors, plans, isFused } = engine
    const now = house.clock.now()
    const [running, tokens] = await together([
      holdRunning(tx, accountId, flowId),
      claimDue(tx, accountId, flowId, now, most),
      withoutWaiting(tx),
    ])
    if (!running || !tokens.length) return 0
    const plan = await plans.of(tx, accountId, flowId, running.version)
    const moves = new Moves(tx, house, accountId, flowId, now)
    moves.take(tokens)
    const context = { tx, house, doors, accountId, flowId, now, zone: running.zone, held: running.held, isFused }
    await becauseOf(
      tx,
      () => ({ flowId, depth: 1 }),
      async () => {
        await new Execution(context, plan, moves).run(tokens)
        await moves.flush()
      },
    )
    return tokens.length
  })

/** Puts aside the one whose turn it is, who cannot be moved: the reason stands at the step, where it can be tried again. */
const setAside = (engine: Engine, accountId: number, flowId: number, error: unknown): Promise<void> =>
  engine.house.db.system(async (tx) => {
    if (!(await holdRunning(tx, accountId, flowId))) return
    const now = engine.house.clock.now()
    const tokens = await claimDue(tx, accountId, flowId, now, 1)
    const moves = new Moves(tx, engine.house, accountId, flowId, now)
    moves.take(tokens)
    for (const token of tokens) moves.fail(token, reasonOf(error))
    await moves.flush()
  })

/** So many are moved before it is looked whether there are many more. */
const FIRST = 1_000
/** So many batches follow each other before it is looked whose turn it is. */
const IN_A_ROW = 4

/** Moves a flow's people, fewer at a time where they cannot be moved together, until the one who cannot be moved stands alone. */
class Batches {
  private readonly sizes = new Map<number, number>()
  private readonly engine: Engine

  constructor(engine: Engine) {
    this.engine = engine
  }

  /** Some at first, so that they need not wait for all; where there are more, as many as there can be, in two batches at once. */
  async advance(accountId: number, flowId: number): Promise<number> {
    const fewer = this.sizes.get(flowId)
    if (fewer !== undefined) return this.carefully(accountId, flowId, fewer)
    const first = await this.move(accountId, flowId, FIRST)
    if (first < FIRST) return first
    const more = await together([this.several(accountId, flowId), this.several(accountId, flowId)])
    return more.reduce((sum, moved) => sum + moved, first)
  }

  /** Batches one after the other, while there are full ones. */
  private async several(accountId: number, flowId: number): Promise<number> {
    let moved = 0
    for (let batch = 1; batch <= IN_A_ROW; batch++) {
      const those = await this.move(accountId, flowId, BATCH)
      moved += those
      if (those < BATCH) break
    }
    return moved
  }

  private async carefully(accountId: number, flowId: number, most: number): Promise<number> {
    const moved = await this.move(accountId, flowId, most)
    if (this.sizes.get(flowId) !== most) return moved
    if (most * 2 >= BATCH) this.sizes.delete(flowId)
    else this.sizes.set(flowId, most * 2)
    return moved
  }

  private async move(accountId: number, flowId: number, most: number): Promise<number> {
    try {
      return await advanceFlow(this.engine, accountId, flowId, most)
    } catch (err) {
      if (isPassing(err)) throw err
      this.engine.house.log.warn({ err, accountId, flowId, most }, 'people could not be moved; fewer are tried')
      if (most === 1) await setAside(this.engine, accountId, flowId, err)
      this.sizes.set(flowId, most === 1 ? 2 : Math.max(1, Math.floor(most / 4)))
      return 1
    }
  }
}

type Due = { accountId: number; flowId: number; dueAt: Date }

/** The nearest due time of each flow that is on, of one account. */
const DUE_OF_ACCOUNT = `select f.account_id as "accountId", f.id as "flowId", r.due_at as "dueAt"
  from flows f cross join lateral (
    select due_at from flow_runs r where r.account_id = $1 and r.flow_id = f.id and r.state < 2 order by r.due_at limit 1
  ) r where f.account_id = $1 and f.status = 'on' and f.archived_at is null`

/** The same of all accounts, to find those with work. */
const DUE_OF_ALL = `select /* across accounts: whose people are due */ f.account_id as "accountId", f.id as "flowId", r.due_at as "dueAt"
  from flows f cross join lateral (
    select due_at from flow_runs r where r.account_id = f.account_id and r.flow_id = f.id and r.state < 2
    order by r.due_at limit 1
  ) r where f.status = 'on' and f.archived_at is null`

/** A look at everything is due this often, in case a ring was missed. */
const LOOK_MS = 15_000

/**
 * The loop that moves people whose time has come. It knows when the nearest one of each account is due and sleeps until
 * then; rings tell it of new ones.
 */
export class Advancing {
  private readonly engine: Engine
  private readonly nearest = new Map<number, number>()
  private readonly batches: Batches
  private lookedAt = Number.NEGATIVE_INFINITY

  constructor(engine: Engine) {
    this.engine = engine
    this.batches = new Batches(engine)
  }

  loop(): Loop {
    return { name: 'flows', topic: 'flows', everyMs: LOOK_MS, work: (rung) => this.work(rung) }
  }

  private async work(rung: ReadonlySet<number>): Promise<LoopResult> {
    const { db, clock } = this.engine.house
    const now = clock.now().getTime()
    if (rung.has(0) || Math.abs(now - this.lookedAt) >= LOOK_MS) {
      const rows = await db.system((tx) => tx.rows<Due>(DUE_OF_ALL))
      this.nearest.clear()
      this.remember(rows)
      this.lookedAt = now
    }
    const accounts = new Set([...rung].filter((accountId) => accountId > 0))
    for (const [accountId, at] of this.nearest) if (at <= now) accounts.add(accountId)
    for (const accountId of accounts) await this.advanceAccount(accountId)
    const next = Math.min(...this.nearest.values())
    if (next === Number.POSITIVE_INFINITY) return undefined
    return next <= clock.now().getTime() ? 'more' : new Date(next)
  }

  private remember(rows: readonly Due[]): void {
    for (const { accountId, dueAt } of rows) {
      const known = this.nearest.get(accountId) ?? Number.POSITIVE_INFINITY
      this.nearest.set(accountId, Math.min(known, dueAt.getTime()))
    }
  }

  private async look(accountId: number): Promise<Due[]> {
    const rows = await this.engine.house.db.system((tx) =>
      tx.rows<Due>(DUE_OF_ACCOUNT, [accountId], 'flows-due-account'),
    )
    this.nearest.delete(accountId)
    this.remember(rows)
    return rows
  }

  private async advanceAccount(accountId: number): Promise<void> {
    const now = this.engine.house.clock.now()
    const due = (await this.look(accountId)).filter(({ dueAt }) => dueAt <= now)
    if (!due.length) return
    let moved = 0
    for (const { flowId } of due) moved += await this.batches.advance(accountId, flowId)
    // Another worker holds them; it will ring when it is done, or the next look finds them.
    if (!moved) this.nearest.set(accountId, now.getTime() + 200)
    else await this.look(accountId)
  }
}
