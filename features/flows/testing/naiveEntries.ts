import type { RandomFlow } from './randomFlow.ts'

/** Whom the triggers of a flow let in, and how often. */
export class NaiveEntries {
  private last = Number.NEGATIVE_INFINITY
  private readonly keys = new Set<string>()
  private readonly flow: RandomFlow

  constructor(flow: RandomFlow) {
    this.flow = flow
  }

  /** The trigger by which an event lets somebody in now; undefined where it does not. */
  by(event: string, order: string | undefined, now: number): number | undefined {
    const { steps } = this.flow
    const trigger = steps.findIndex((step) => step.kind === 'trigger' && step.event === event)
    const step = steps[trigger]
    if (step?.kind !== 'trigger') return undefined
    return this.mayEnter(step.hasKey && order ? `key ${order}` : undefined, now) ? trigger : undefined
  }

  /** Whether the rules of the flow let somebody in now, as this; if so, they are in. */
  mayEnter(as: string | undefined, now: number): boolean {
    const { minutesBetween, canEnterOnce } = this.flow
    if (minutesBetween !== null && now - this.last < minutesBetween) return false
    const key = canEnterOnce ? 'once' : as
    if (key !== undefined && this.keys.has(key)) return false
    if (key !== undefined) this.keys.add(key)
    this.last = now
    return true
  }
}
