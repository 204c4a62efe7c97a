import { Context, Liquid, type LiquidOptions, type Template } from 'liquidjs'

const hasThreadTime = typeof process.threadCpuUsage === 'function'

/** Processor time that this thread has used, in ms; where Node cannot tell, the time that has passed. */
export const cpuMs = (): number => {
  if (!hasThreadTime) return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

type Limiter = Context['renderLimit']

/** Stops a text after so much processor time: what the machine does meanwhile is not the author's fault. */
class TimeLimit {
  private readonly endsAt: number
  /** Before this moment the time cannot be up, since no thread works faster than the clock. */
  private askAt: number
  constructor(ms: number) {
    this.endsAt = cpuMs() + ms
    this.askAt = performance.now() + ms
  }
  check(now: number) {
    if (now < this.askAt) return
    const left = this.endsAt - cpuMs()
    if (left <= 0) throw new Error('template render limit exceeded')
    this.askAt = now + left
  }
  use() {}
}

/** What renders a text within `ms` of processor time. */
export const limitedContext = (liquid: Liquid, scope: object | undefined, ms: number): Context =>
  new Context(scope, liquid.options, { sync: true }, { liquid, renderLimit: new TimeLimit(ms) as unknown as Limiter })

/** Liquid whose `renderLimit` is processor time. */
export class LimitedLiquid extends Liquid {
  private readonly ms: number
  constructor({ renderLimit, ...options }: LiquidOptions & { renderLimit: number }) {
    super(options)
    this.ms = renderLimit
  }
  override _render(templates: Template[], scope: Context | object | undefined, options: object) {
    const context = scope instanceof Context ? scope : limitedContext(this, scope, this.ms)
    return super._render(templates, context, options)
  }
}
