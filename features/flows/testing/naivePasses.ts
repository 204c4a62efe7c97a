import type { RandomFlow } from './randomFlow.ts'

/** A stay at a step, times in minutes; `left` is undefined while it lasts. */
export type Stay = { step: number; entered: number; left?: number; exit?: string | null; pass: number; token: number }

/** `due` with `looks`: the step is asked again then; without, they go on. */
export type Token = {
  id: number
  pass: number
  step: number
  entered: number
  due?: number
  looks: boolean
  isReady: boolean
}

/** Where one person stands in a flow, and has been. */
export class NaivePasses {
  readonly stays: Stay[] = []
  tokens: readonly Token[] = []
  private ids = 0
  private readonly flow: RandomFlow

  constructor(flow: RandomFlow) {
    this.flow = flow
  }

  /** A pass begins at a trigger. */
  begin(trigger: number, now: number): Token {
    const id = ++this.ids
    return this.arrive({ id, pass: id, step: trigger, entered: now, looks: false, isReady: true }, trigger, now)
  }

  /** A pass goes another way too. */
  fork(pass: number, step: number, now: number): void {
    this.arrive({ id: ++this.ids, pass, step, entered: now, looks: false, isReady: true }, step, now)
  }

  arrive(token: Token, step: number, now: number): Token {
    if (!this.tokens.includes(token)) this.tokens = [...this.tokens, token]
    Object.assign(token, { step, entered: now, due: undefined, looks: false, isReady: true })
    this.stays.push({ step, entered: now, pass: token.pass, token: token.id })
    return token
  }

  stay(token: Token, due: number, looks: boolean): void {
    Object.assign(token, { due, looks, isReady: false })
  }

  /** The stay is over; the way is not. */
  close(token: Token, exit: string | null, now: number): void {
    const stay = this.stays.findLast(
      ({ step, left, entered }) => step === token.step && left === undefined && entered === token.entered,
    )
    Object.assign(stay!, { left: now, exit })
  }

  end(token: Token, exit: string | null, now: number): void {
    this.close(token, exit, now)
    this.tokens = this.tokens.filter((other) => other !== token)
  }

  /** Goes on by a way out, and along each link of it. */
  leave(token: Token, exit: string | null, now: number): void {
    const targets = this.flow.links.filter((link) => link.source === token.step && (link.exit ?? null) === exit)
    const [first, ...others] = targets
    if (!first) {
      this.end(token, exit, now)
      return
    }
    this.close(token, exit, now)
    this.arrive(token, first.target, now)
    for (const { target } of others) this.fork(token.pass, target, now)
  }

  /** The first of some ways of a pass goes to a goal; the others are over. */
  pull(goal: number, tokens: readonly Token[], now: number): void {
    const [first, ...others] = [...tokens].sort((a, b) => a.id - b.id)
    this.close(first!, 'goal', now)
    this.arrive(first!, goal, now)
    for (const other of others) this.end(other, 'goal', now)
  }

  /** Whoever took a way goes along a new link of it once, with the latest pass. */
  takeAlong(step: number, exit: string | null, target: number, now: number): boolean {
    const past = this.stays.filter((stay) => stay.step === step && stay.exit === exit)
    const last = past.sort((a, b) => a.left! - b.left! || a.token - b.token).at(-1)
    if (last) this.fork(last.pass, target, now)
    return last !== undefined
  }
}
