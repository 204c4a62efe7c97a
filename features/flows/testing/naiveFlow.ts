import { nextOpening, type WallClock } from './naiveClock.ts'
import { NaiveEntries } from './naiveEntries.ts'
import { at, become, change, exitOf, isMet, type Life, retag, waitOf } from './naiveLife.ts'
import { NaivePasses, type Stay, type Token } from './naivePasses.ts'
import { NaiveSchedules } from './naiveSchedules.ts'
import type { RandomFlow } from './randomFlow.ts'
import type { RandomStep, Wanted } from './randomSteps.ts'

/** What happens to one person: an event, or a change from outside, so many minutes after the start. */
export type Happening = {
  at: number
  event?: 'A' | 'B'
  /** The event's property "order". */
  order?: string
  plan?: string
  tag?: [name: string, isAdded: boolean]
  /** The date that they carry becomes this minute. */
  when?: number
  visits?: true
  opens?: true
}

/** What the model is told by the one that it is held against. */
export type Told = {
  /** Steps in the order in which a pass of the engine takes them. */
  orderOf(step: number): number
  /** The way that falls to the person at an A/B test. */
  variantOf(step: number): string
  /** The clock by which the account, or the person, lives. */
  clockOf(whose: 'account' | 'person'): WallClock
}

/** A goal with conditions is looked at again after a day. */
const DAY = 1440

/**
 * One person's way through a flow, worked out alone, one step at a time, as slowly and plainly as can be: what the
 * engine must do for everybody at once.
 */
export class NaivePerson {
  /** When they came to the steps that sent them. */
  readonly mails: { step: number; at: number }[] = []
  readonly goals = new Set<string>()
  readonly life: Life = {
    tags: new Set(),
    score: undefined,
    plan: undefined,
    when: undefined,
    visited: [],
    opened: [],
    events: [],
  }
  isArchived = false
  private readonly passes: NaivePasses
  private readonly entries: NaiveEntries
  private readonly schedules: NaiveSchedules
  /** What moved since watching steps were asked last. */
  private moved = new Set<string>()
  private readonly flow: RandomFlow
  private readonly told: Told

  constructor(flow: RandomFlow, told: Told) {
    this.flow = flow
    this.told = told
    this.passes = new NaivePasses(flow)
    this.entries = new NaiveEntries(flow)
    this.schedules = new NaiveSchedules(flow, told)
  }

  get stays(): readonly Stay[] {
    return this.passes.stays
  }

  /** When the next wait is over. */
  get nextDue(): number {
    return Math.min(this.schedules.nextDue, ...this.passes.tokens.map(({ due = Number.POSITIVE_INFINITY }) => due))
  }

  standing(): { step: number; entered: number; due: number | undefined }[] {
    return this.passes.tokens.map(({ step, entered, due }) => ({ step, entered, due }))
  }

  /** Lets those go on whose wait is over. */
  passTime(now: number): void {
    this.enterByClock(now)
    for (const token of this.passes.tokens.filter(({ due }) => due !== undefined && due <= now)) {
      if (token.looks) token.isReady = true
      else this.passes.leave(token, null, now)
    }
    this.settle(now)
    this.follow(now)
  }

  live(happening: Happening): void {
    const { at: now, event, plan, tag, when } = happening
    const { life } = this
    if (plan !== undefined && become(life, plan)) this.moved.add('plan')
    if (tag && retag(life, tag[0], tag[1])) this.moved.add('tags')
    if (when !== undefined && when !== life.when) {
      life.when = when
      this.schedules.follow(when, now)
    }
    if (happening.visits) life.visited.push(now)
    if (happening.opens) life.opened.push(now)
    if (event) {
      life.events.push({ name: event, at: now })
      this.moved.add(event)
    }
    const begun = event && !this.isArchived ? this.enter(event, happening.order, now) : undefined
    this.watch(now, begun)
    this.settle(now)
    this.follow(now)
    if (when !== undefined) this.passTime(now)
  }

  /** Settings of a wait are others now, and those who stand there are held to them. */
  recompute(step: number, minutes: number, now: number): void {
    for (const token of this.passes.tokens) if (token.step === step) token.due = token.entered + minutes
    this.passTime(now)
  }

  /** A step is no more: whoever stands there goes to `next`, or leaves. */
  clear(step: number, next: number | undefined, now: number): void {
    for (const token of this.passes.tokens.filter((one) => one.step === step)) {
      if (next === undefined) this.passes.end(token, 'removed', now)
      else {
        this.passes.close(token, 'removed', now)
        this.passes.arrive(token, next, now)
      }
    }
    this.settle(now)
    this.follow(now)
  }

  /** A way out leads on now: whoever took it goes along once, with the latest pass. */
  takeAlong(step: number, exit: string | null, target: number, now: number): void {
    if (this.isArchived || !this.passes.takeAlong(step, exit, target, now)) return
    this.settle(now)
    this.follow(now)
  }

  private enter(event: string, order: string | undefined, now: number): Token | undefined {
    const trigger = this.entries.by(event, order, now)
    return trigger === undefined ? undefined : this.passes.begin(trigger, now)
  }

  private enterByClock(now: number): void {
    for (const { step, key } of this.schedules.take(this.life, now))
      if (!this.isArchived && this.entries.mayEnter(key, now)) this.watch(now, this.passes.begin(step, now))
  }

  /** Steps that look out for something are asked about whom it moved, and about who has just come in. */
  private watch(now: number, begun?: Token): void {
    const { moved } = this
    this.moved = new Set()
    if (this.isArchived && moved.has('archived')) {
      for (const token of this.passes.tokens) this.passes.end(token, 'removed', now)
      return
    }
    const gone = new Set<Token>()
    for (const [place, step] of this.flow.steps.entries()) {
      const wanted = step.kind === 'goal' || step.kind === 'wait-for' ? step.wanted : undefined
      if (!wanted) continue
      const isConcerned = (token: Token) => token === begun || moved.has(at(wanted))
      const pulls = step.kind === 'goal' && step.isPulling === true
      const asked = this.passes.tokens.filter(
        (one) => !gone.has(one) && (pulls || one.step === place) && isConcerned(one),
      )
      const met = asked.filter((token) => this.meets(wanted, step, token, now))
      for (const pass of new Set(met.map((token) => token.pass))) {
        if (step.kind === 'goal' && this.goals.has(`${place} ${pass}`)) continue
        const own = met.filter((token) => token.pass === pass)
        const here = own.filter((token) => token.step === place)
        for (const token of here) token.isReady = true
        if (here.length || !pulls) continue
        for (const token of own) gone.add(token)
        this.passes.pull(place, own, now)
      }
    }
  }

  private meets(wanted: Wanted, step: RandomStep, token: Token, now: number): boolean {
    const until = token.due !== undefined && token.due > now ? token.due : now
    return isMet(this.life, wanted, step.kind === 'wait-for' ? { after: token.entered, until } : undefined)
  }

  /** What steps changed is looked at after the pass, until nothing moves any more. */
  private follow(now: number): void {
    while (this.moved.size) {
      this.watch(now)
      this.settle(now)
    }
  }

  private settle(now: number): void {
    for (;;) {
      const ready = this.passes.tokens.filter(({ isReady }) => isReady)
      ready.sort((a, b) => this.told.orderOf(a.step) - this.told.orderOf(b.step) || a.id - b.id)
      const [token] = ready
      if (!token) return
      this.act(token, this.flow.steps[token.step]!, now)
    }
  }

  private act(token: Token, step: RandomStep, now: number): void {
    const { clockOf } = this.told
    const due = waitOf(step, now, this.life, clockOf)
    const opens = step.kind === 'send' && step.window && nextOpening(now, step.window, clockOf(step.window.whose))
    if (opens && opens > now) this.passes.stay(token, opens, true)
    else if (due !== undefined && due > now) this.passes.stay(token, due, false)
    else if (step.kind === 'goal') this.atGoal(token, step.wanted, now)
    else if (step.kind === 'wait-for') this.atWaitFor(token, step, now)
    else if (step.kind === 'archive') this.archive(token, now)
    else {
      this.doAt(token, step)
      const exit = exitOf(step, this.life, now, () => this.told.variantOf(token.step))
      this.passes.leave(token, exit, now)
    }
  }

  private archive(token: Token, now: number): void {
    if (!this.isArchived) this.moved.add('archived')
    this.isArchived = true
    this.passes.end(token, null, now)
  }

  private atGoal(token: Token, wanted: Wanted | undefined, now: number): void {
    if (wanted && !isMet(this.life, wanted)) {
      this.passes.stay(token, now + DAY, true)
      return
    }
    this.goals.add(`${token.step} ${token.pass}`)
    this.passes.leave(token, null, now)
  }

  private atWaitFor(token: Token, { wanted, minutes }: Extract<RandomStep, { kind: 'wait-for' }>, now: number): void {
    const over = token.entered + minutes
    const until = token.due !== undefined && token.due > over ? token.due : over
    if (isMet(this.life, wanted, { after: token.entered, until })) this.passes.leave(token, 'happened', now)
    else if (until <= now) this.passes.leave(token, 'timed out', now)
    else this.passes.stay(token, until, true)
  }

  private doAt(token: Token, step: RandomStep): void {
    const moved = change(this.life, step)
    if (moved) this.moved.add(moved)
    if (step.kind === 'send' && !(step.onlyOnce && this.mails.some((mail) => mail.step === token.step)))
      this.mails.push({ step: token.step, at: token.entered })
  }
}
