import { nextOpening, type WallClock } from './naiveClock.ts'
import { NaiveEntries } from './naiveEntries.ts'
import { at, become, change, exitOf, isMet, type Life, retag, waitOf } from './naiveLife.ts'
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

/** A stay at a step, times in minutes; `left` is undefined while it lasts. */
export type Stay = { step: number; entered: number; left?: number; exit?: string | null; pass: number; token: number }

/** `due` with `looks`: the step is asked again then; without, they go on. */
type Token = { id: number; pass: number; step: number; entered: number; due?: number; looks: boolean; isReady: boolean }

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
  readonly stays: Stay[] = []
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
  private tokens: Token[] = []
  private ids = 0
  private readonly entries: NaiveEntries
  private readonly schedules: NaiveSchedules
  /** What moved since watching steps were asked last. */
  private moved = new Set<string>()
  private readonly flow: RandomFlow
  private readonly told: Told

  constructor(flow: RandomFlow, told: Told) {
    this.flow = flow
    this.told = told
    this.entries = new NaiveEntries(flow)
    this.schedules = new NaiveSchedules(flow, told)
  }

  /** When the next wait is over. */
  get nextDue(): number {
    return Math.min(this.schedules.nextDue, ...this.tokens.map(({ due = Number.POSITIVE_INFINITY }) => due))
  }

  standing(): { step: number; entered: number; due: number | undefined }[] {
    return this.tokens.map(({ step, entered, due }) => ({ step, entered, due }))
  }

  /** Lets those go on whose wait is over. */
  passTime(now: number): void {
    this.enterByClock(now)
    for (const token of this.tokens.filter(({ due }) => due !== undefined && due <= now)) {
      if (token.looks) token.isReady = true
      else this.leave(token, null, now)
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
    for (const token of this.tokens) if (token.step === step) token.due = token.entered + minutes
    this.passTime(now)
  }

  /** A step is no more: whoever stands there goes to `next`, or leaves. */
  clear(step: number, next: number | undefined, now: number): void {
    for (const token of this.tokens.filter((one) => one.step === step)) {
      this.close(token, 'removed', now)
      if (next === undefined) this.end(token)
      else this.arrive(token, next, now)
    }
    this.settle(now)
    this.follow(now)
  }

  /** A way out leads on now: whoever took it goes along once, with the latest pass. */
  takeAlong(step: number, exit: string | null, target: number, now: number): void {
    const past = this.isArchived ? [] : this.stays.filter((stay) => stay.step === step && stay.exit === exit)
    const last = past.sort((a, b) => a.left! - b.left! || a.token - b.token).at(-1)
    if (!last) return
    this.arrive({ id: ++this.ids, pass: last.pass, step, entered: now, looks: false, isReady: true }, target, now)
    this.settle(now)
    this.follow(now)
  }

  private enter(event: string, order: string | undefined, now: number): Token | undefined {
    const trigger = this.entries.by(event, order, now)
    return trigger === undefined ? undefined : this.begin(trigger, now)
  }

  private enterByClock(now: number): void {
    for (const { step, key } of this.schedules.take(this.life, now))
      if (!this.isArchived && this.entries.mayEnter(key, now)) this.watch(now, this.begin(step, now))
  }

  private begin(trigger: number, now: number): Token {
    const id = ++this.ids
    const token: Token = { id, pass: id, step: trigger, entered: now, looks: false, isReady: true }
    this.arrive(token, trigger, now)
    return token
  }

  private arrive(token: Token, step: number, now: number): void {
    if (!this.tokens.includes(token)) this.tokens.push(token)
    Object.assign(token, { step, entered: now, due: undefined, looks: false, isReady: true })
    this.stays.push({ step, entered: now, pass: token.pass, token: token.id })
  }

  private close(token: Token, exit: string | null, now: number): void {
    const stay = this.stays.findLast(
      ({ step, left, entered }) => step === token.step && left === undefined && entered === token.entered,
    )
    Object.assign(stay!, { left: now, exit })
  }

  private end(token: Token): void {
    this.tokens = this.tokens.filter((other) => other !== token)
  }

  private leave(token: Token, exit: string | null, now: number): void {
    this.close(token, exit, now)
    const targets = this.flow.links.filter((link) => link.source === token.step && (link.exit ?? null) === exit)
    const [first, ...others] = targets
    if (!first) {
      this.end(token)
      return
    }
    const { pass } = token
    this.arrive(token, first.target, now)
    for (const { target } of others) {
      const other: Token = { id: ++this.ids, pass, step: target, entered: now, looks: false, isReady: true }
      this.arrive(other, target, now)
    }
  }

  /** Steps that look out for something are asked about whom it moved, and about who has just come in. */
  private watch(now: number, begun?: Token): void {
    const { moved } = this
    this.moved = new Set()
    if (this.isArchived && moved.has('archived')) {
      for (const token of [...this.tokens]) {
        this.close(token, 'removed', now)
        this.end(token)
      }
      return
    }
    const gone = new Set<Token>()
    for (const [place, step] of this.flow.steps.entries()) {
      const wanted = step.kind === 'goal' || step.kind === 'wait-for' ? step.wanted : undefined
      if (!wanted) continue
      const isConcerned = (token: Token) => token === begun || moved.has(at(wanted))
      const pulls = step.kind === 'goal' && step.isPulling === true
      const asked = this.tokens.filter((one) => !gone.has(one) && (pulls || one.step === place) && isConcerned(one))
      const met = asked.filter((token) => this.meets(wanted, step, token, now))
      for (const pass of new Set(met.map((token) => token.pass))) {
        if (step.kind === 'goal' && this.goals.has(`${place} ${pass}`)) continue
        const own = met.filter((token) => token.pass === pass)
        const here = own.filter((token) => token.step === place)
        for (const token of here) token.isReady = true
        if (!here.length && pulls) this.pull(place, own, gone, now)
      }
    }
  }

  private pull(place: number, tokens: Token[], gone: Set<Token>, now: number): void {
    const [first, ...others] = [...tokens].sort((a, b) => a.id - b.id)
    for (const token of tokens) gone.add(token)
    this.close(first!, 'goal', now)
    this.arrive(first!, place, now)
    for (const other of others) {
      this.close(other, 'goal', now)
      this.end(other)
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
      const ready = this.tokens.filter(({ isReady }) => isReady)
      ready.sort((a, b) => this.told.orderOf(a.step) - this.told.orderOf(b.step) || a.id - b.id)
      const [token] = ready
      if (!token) return
      this.act(token, this.flow.steps[token.step]!, now)
    }
  }

  private stay(token: Token, due: number, looks: boolean): void {
    Object.assign(token, { due, looks, isReady: false })
  }

  private act(token: Token, step: RandomStep, now: number): void {
    const { clockOf } = this.told
    const due = waitOf(step, now, this.life, clockOf)
    const opens = step.kind === 'send' && step.window && nextOpening(now, step.window, clockOf(step.window.whose))
    if (opens && opens > now) this.stay(token, opens, true)
    else if (due !== undefined && due > now) this.stay(token, due, false)
    else if (step.kind === 'goal') this.atGoal(token, step.wanted, now)
    else if (step.kind === 'wait-for') this.atWaitFor(token, step, now)
    else if (step.kind === 'archive') this.archive(token, now)
    else {
      this.doAt(token, step)
      this.leave(
        token,
        exitOf(step, this.life, now, () => this.told.variantOf(token.step)),
        now,
      )
    }
  }

  private archive(token: Token, now: number): void {
    if (!this.isArchived) this.moved.add('archived')
    this.isArchived = true
    this.close(token, null, now)
    this.end(token)
  }

  private atGoal(token: Token, wanted: Wanted | undefined, now: number): void {
    if (wanted && !isMet(this.life, wanted)) {
      this.stay(token, now + DAY, true)
      return
    }
    this.goals.add(`${token.step} ${token.pass}`)
    this.leave(token, null, now)
  }

  private atWaitFor(token: Token, { wanted, minutes }: Extract<RandomStep, { kind: 'wait-for' }>, now: number): void {
    const over = token.entered + minutes
    const until = token.due !== undefined && token.due > over ? token.due : over
    if (isMet(this.life, wanted, { after: token.entered, until })) this.leave(token, 'happened', now)
    else if (until <= now) this.leave(token, 'timed out', now)
    else this.stay(token, until, true)
  }

  private doAt(token: Token, step: RandomStep): void {
    const moved = change(this.life, step)
    if (moved) this.moved.add(moved)
    if (step.kind === 'send' && !(step.onlyOnce && this.mails.some((mail) => mail.step === token.step)))
      this.mails.push({ step: token.step, at: token.entered })
  }
}
