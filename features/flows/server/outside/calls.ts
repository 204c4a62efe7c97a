import { type Loop, type LoopResult, runLoop } from '@millrace/kit/jobs'
import { type House, type Outgoing, OutgoingError, type Service } from '@millrace/kit/server'
import { backoffMs, retryAfterMs, TRIED_FOR_MS, verdictOf, verdictOfFault } from './backoff.ts'
import { type Claimed, claimCalls } from './claimCalls.ts'
import { type Ended, endCalls, noteHosts } from './endCalls.ts'
import { callKeyOf, requestOf } from './outsideCall.ts'

/** How long a receiver may take, and what of its answer is kept. */
export const CALL_LIMITS = { timeoutMs: 15_000, maxBytes: 64_000 }

/** Whoever holds a call for so long has died. */
const LEASE_MS = CALL_LIMITS.timeoutMs + 30_000
/** Calls at once, so that a receiver that hangs holds up its own people alone. */
const AT_ONCE = { host: 8, account: 32, all: 128 }
const LOOK_MS = 15_000
/** Another worker is about a destination, or one call of ours finds out whether it answers again. */
const LATER_MS = 250
/** Calls that are under way get so long when the process stops. */
const GRACE_MS = 3_000

type Due = { accountId: number; host: string; dueAt: Date }

/** When each destination of some accounts, or of all, has calls to be made. */
const DUE = `select /* across accounts: whose calls are due */ h.account_id as "accountId", h.host,
    greatest(c.due_at, h.retry_at, h.paced_until) as "dueAt"
  from call_hosts h cross join lateral (
    select due_at from flow_calls c where c.account_id = h.account_id and c.host = h.host and c.state < 2 and c.due_at is not null
    order by c.due_at limit 1
  ) c where $1::int[] is null or h.account_id = any($1::int[])`

const nameOf = (accountId: number, host: string) => `${accountId} ${host}`

const startsWith = (account: number) => (name: string) => name.startsWith(`${account} `)

/**
 * Makes the calls that flows keep. Claiming and ending are transactions, the calls themselves happen outside of any: a
 * process that is killed in between leaves them to another one, which repeats them with the same key.
 */
export class Calls {
  private readonly house: House
  private readonly outgoing: Outgoing
  private readonly limits: typeof CALL_LIMITS
  private readonly due = new Map<string, Due>()
  private readonly flying = new Map<string, number>()
  private readonly underWay = new Set<Promise<void>>()
  private readonly stopping = new AbortController()
  private ended: Ended[] = []
  private writing: Promise<void> | undefined
  private lookedAt = Number.NEGATIVE_INFINITY
  private wake: (accountId: number) => void = () => {}

  constructor(house: House, outgoing: Outgoing, timeoutMs = CALL_LIMITS.timeoutMs) {
    this.house = house
    this.limits = { ...CALL_LIMITS, timeoutMs }
    this.outgoing = outgoing
  }

  /** Runs for as long as the worker does. */
  service(): Service {
    return {
      name: 'flow-calls',
      role: 'worker',
      start: async () => {
        const { bell, clock, log } = this.house
        const onError = (name: string, err: Error) =>
          log.error({ err, loop: name }, `The loop ${name} failed; it tries again.`)
        const running = runLoop(this.loop(), { on: bell.on, now: clock.now, onError })
        this.wake = (accountId) => running.wake(accountId)
        return async () => {
          await running.stop()
          await this.stop()
        }
      },
    }
  }

  private loop(): Loop {
    return { name: 'flow-calls', topic: 'flow-calls', everyMs: LOOK_MS, work: (rung) => this.work(rung) }
  }

  /** Starts the calls that are due, and says when the next ones are. */
  async work(rung: ReadonlySet<number>): Promise<LoopResult> {
    const now = this.house.clock.now().getTime()
    const isFull = rung.has(0) || Math.abs(now - this.lookedAt) >= LOOK_MS
    if (isFull || rung.size) await this.look(isFull ? null : [...rung])
    if (isFull) this.lookedAt = now
    for (const due of [...this.due.values()].sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime()))
      if (due.dueAt.getTime() <= now) await this.start(due)
    // Destinations that are busy are looked at again as soon as one of their calls ends.
    const next = [...this.due.values()].filter((due) => this.roomFor(due) > 0).map(({ dueAt }) => dueAt.getTime())
    return next.length ? new Date(Math.min(...next)) : undefined
  }

  /** Waits until everything that is under way has ended and is written. */
  async idle(): Promise<void> {
    while (this.underWay.size || this.writing || this.ended.length) {
      await Promise.all(this.underWay)
      await this.write()
    }
  }

  private async stop(): Promise<void> {
    const timer = setTimeout(() => this.stopping.abort(), GRACE_MS)
    await Promise.all(this.underWay)
    clearTimeout(timer)
    await this.write().catch(() => {})
  }

  private async look(accounts: number[] | null): Promise<void> {
    const rows = await this.house.db.system((tx) => tx.rows<Due>(DUE, [accounts], 'flow-calls-look'))
    for (const name of [...this.due.keys()])
      if (!accounts || accounts.some((account) => startsWith(account)(name))) this.due.delete(name)
    for (const row of rows) this.due.set(nameOf(row.accountId, row.host), row)
  }

  private roomFor({ accountId, host }: Pick<Due, 'accountId' | 'host'>): number {
    let [account, all] = [0, 0]
    for (const [name, count] of this.flying) {
      all += count
      if (startsWith(accountId)(name)) account += count
    }
    const here = this.flying.get(nameOf(accountId, host)) ?? 0
    return Math.min(AT_ONCE.host - here, AT_ONCE.account - account, AT_ONCE.all - all)
  }

  private async start(due: Due): Promise<void> {
    const most = this.roomFor(due)
    if (most <= 0) return
    const { accountId, host } = due
    const name = nameOf(accountId, host)
    const now = this.house.clock.now()
    const flying = this.flying.get(name) ?? 0
    const claimed = await this.house.db.system((tx) =>
      claimCalls(tx, { accountId, host, now, leaseMs: LEASE_MS, most, flying }),
    )
    for (const call of claimed ?? []) this.fly(call)
    if (!claimed?.length) this.due.set(name, { ...due, dueAt: new Date(now.getTime() + LATER_MS) })
    else if (claimed.length < most) {
      this.due.delete(name)
      this.wakeSoon(accountId)
    }
  }

  /** What a destination says next is read again: it may be resting, or its next call comes later. */
  private wakeSoon(accountId: number): void {
    if (!this.stopping.signal.aborted) this.wake(accountId)
  }

  private fly(call: Claimed): void {
    const name = nameOf(call.accountId, call.host)
    this.flying.set(name, (this.flying.get(name) ?? 0) + 1)
    const flight = this.make(call)
      .then((ended) => {
        this.ended.push(ended)
      })
      .finally(() => {
        const left = (this.flying.get(name) ?? 1) - 1
        if (left) this.flying.set(name, left)
        else this.flying.delete(name)
        this.underWay.delete(flight)
        void this.write().then(() => this.wakeSoon(call.accountId))
      })
    this.underWay.add(flight)
  }

  private async make(call: Claimed): Promise<Ended> {
    const { keys, clock } = this.house
    const from = performance.now()
    try {
      const request = requestOf(keys, call.accountId, call.request, { key: callKeyOf(call), at: clock.now() })
      const answer = await this.outgoing.send({ ...request, ...this.limits, signal: this.stopping.signal })
      const ms = Math.round(performance.now() - from)
      const reply = { type: answer.headers['content-type'] ?? '', body: answer.body, isCut: answer.isCut, ms }
      const verdict = verdictOf(answer.status)
      const now = clock.now()
      const isRest = answer.status === 429 || answer.status === 503
      const restMs = isRest ? retryAfterMs(answer.headers['retry-after'], now) : 0
      const error = verdict === 'answered' ? null : `${call.host} answered ${answer.status}.`
      const told = { call, status: answer.status, reply, restUntil: restMs ? new Date(now.getTime() + restMs) : null }
      return this.judged({ ...told, verdict, error, isTrouble: answer.status >= 500 && !restMs }, restMs)
    } catch (error) {
      const message = error instanceof OutgoingError ? error.message : 'The call could not be made.'
      const verdict = verdictOfFault(error)
      const told = { call, status: null, reply: null, restUntil: null }
      // A call that was cut because this process stops says nothing about the receiver.
      const isTrouble = verdict === 'again' && !this.stopping.signal.aborted
      return this.judged({ ...told, verdict, error: message, isTrouble }, 0)
    }
  }

  private judged(ended: Omit<Ended, 'nextAt'>, restMs: number): Ended {
    const now = this.house.clock.now().getTime()
    const { call, verdict } = ended
    const pause = this.stopping.signal.aborted ? 0 : Math.max(backoffMs(call.attempts), restMs)
    const isTooLate = verdict === 'again' && now + pause > call.createdAt.getTime() + TRIED_FOR_MS
    return { ...ended, verdict: isTooLate ? 'failed' : verdict, nextAt: new Date(now + pause) }
  }

  private write(): Promise<void> {
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined
    })
    return this.writing
  }

  /** Writes what has ended, an account at a time. What cannot be written is tried again; after its lease it is called again. */
  private async writeAll(): Promise<void> {
    const { db, bell, clock, log } = this.house
    while (this.ended.length) {
      const accountId = this.ended[0]?.call.accountId ?? 0
      const list = this.ended.filter(({ call }) => call.accountId === accountId)
      this.ended = this.ended.filter((one) => !list.includes(one))
      try {
        await db.system((tx) => endCalls(tx, bell, accountId, list, clock.now()))
        await db.system((tx) => noteHosts(tx, bell, accountId, list, clock.now()))
      } catch (err) {
        log.warn({ err, accountId, calls: list.length }, 'What came of calls could not be written; it is tried again.')
        this.ended.push(...list)
        if (this.stopping.signal.aborted) return
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  }
}
