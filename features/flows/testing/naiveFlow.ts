import type { RandomFlow, RandomStep } from './randomFlow.ts'

/** What happens to one person: an event, or a change from outside, so many minutes after the start. */
export type Happening = { at: number; event?: 'A' | 'B'; plan?: string; tag?: [name: string, isAdded: boolean] }

/** A stay at a step, times in minutes; `left` is undefined while it lasts. */
export type Stay = { step: number; entered: number; left?: number; exit?: string | null }

type Token = { id: number; step: number; entered: number; due?: number; isReady: boolean }

/**
 * One person's way through a flow, worked out alone, one step at a time, as slowly and plainly as can be: what the
 * engine must do for everybody at once.
 */
export class NaivePerson {
  readonly stays: Stay[] = []
  readonly mails: { step: number; at: number }[] = []
  readonly tags = new Set<string>()
  plan: string | undefined
  passes = 0
  private tokens: Token[] = []
  private lastEntry = Number.NEGATIVE_INFINITY
  private ids = 0
  private readonly flow: RandomFlow
  private readonly orderOf: (step: number) => number

  constructor(flow: RandomFlow, orderOf: (step: number) => number) {
    this.flow = flow
    this.orderOf = orderOf
  }

  /** When the next wait is over. */
  get nextDue(): number {
    return Math.min(...this.tokens.map(({ due = Number.POSITIVE_INFINITY }) => due))
  }

  standing(): { step: number; entered: number; due: number | undefined }[] {
    return this.tokens.map(({ step, entered, due }) => ({ step, entered, due }))
  }

  /** Lets those go on whose wait is over. */
  passTime(now: number): void {
    for (const token of this.tokens.filter(({ due }) => due !== undefined && due <= now)) this.leave(token, null, now)
    this.settle(now)
  }

  live(happening: Happening): void {
    if (happening.plan !== undefined) this.plan = happening.plan
    if (happening.tag) this.move(happening.tag[0], happening.tag[1])
    if (happening.event) this.enter(happening.event, happening.at)
    this.settle(happening.at)
  }

  private move(tag: string, isAdded: boolean): void {
    if (isAdded) this.tags.add(tag)
    else this.tags.delete(tag)
  }

  private enter(event: string, now: number): void {
    const trigger = this.flow.steps.findIndex((step) => step.kind === 'trigger' && step.event === event)
    if (trigger < 0) return
    if (this.flow.canEnterOnce && this.passes) return
    if (this.flow.minutesBetween !== null && now - this.lastEntry < this.flow.minutesBetween) return
    this.passes++
    this.lastEntry = now
    this.arrive({ id: ++this.ids, step: trigger, entered: now, isReady: true }, trigger, now)
  }

  private arrive(token: Token, step: number, now: number): void {
    if (!this.tokens.includes(token)) this.tokens.push(token)
    Object.assign(token, { step, entered: now, due: undefined, isReady: true })
    this.stays.push({ step, entered: now })
  }

  private leave(token: Token, exit: string | null, now: number): void {
    const stay = this.stays.findLast(
      ({ step, left, entered }) => step === token.step && left === undefined && entered === token.entered,
    )
    Object.assign(stay!, { left: now, exit })
    const targets = this.flow.links.filter((link) => link.source === token.step && (link.exit ?? null) === exit)
    const [first, ...others] = targets
    if (!first) {
      this.tokens = this.tokens.filter((other) => other !== token)
      return
    }
    this.arrive(token, first.target, now)
    for (const { target } of others)
      this.arrive({ id: ++this.ids, step: target, entered: now, isReady: true }, target, now)
  }

  private settle(now: number): void {
    for (;;) {
      const ready = this.tokens.filter(({ isReady }) => isReady)
      ready.sort((a, b) => this.orderOf(a.step) - this.orderOf(b.step) || a.id - b.id)
      const [token] = ready
      if (!token) return
      this.act(token, this.flow.steps[token.step]!, now)
    }
  }

  private act(token: Token, step: RandomStep, now: number): void {
    const due = this.waitOf(step, now)
    if (due !== undefined && due > now) {
      Object.assign(token, { due, isReady: false })
      return
    }
    if (step.kind === 'tag') this.move(step.tag, step.isAdded)
    if (step.kind === 'field') this.plan = step.copies ? `${this.plan ?? ''}!`.slice(0, 5) : step.plan
    if (step.kind === 'send' && !(step.onlyOnce && this.mails.some((mail) => mail.step === token.step)))
      this.mails.push({ step: token.step, at: now })
    this.leave(token, this.exitOf(step), now)
  }

  private waitOf(step: RandomStep, now: number): number | undefined {
    if (step.kind === 'wait') return now + step.minutes
    return step.kind === 'time' ? nextTime(now, step.minuteOfDay, step.weekdays) : undefined
  }

  private exitOf(step: RandomStep): string | null {
    if (step.kind === 'condition') return this.plan === step.plan ? 'yes' : 'no'
    if (step.kind === 'has-tag' || step.kind === 'segment') return this.tags.has(step.tag) ? 'yes' : 'no'
    return null
  }
}

/** The start is a Tuesday, 09:00 UTC; searched minute by minute. */
const nextTime = (now: number, minuteOfDay: number, weekdays: readonly number[]): number => {
  for (let minute = now + 1; ; minute++) {
    const ofDay = (minute + 9 * 60) % 1440
    const weekday = ((Math.floor((minute + 9 * 60) / 1440) + 1) % 7) + 1
    if (ofDay === minuteOfDay && weekdays.includes(weekday)) return minute
  }
}
