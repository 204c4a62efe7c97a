import { Context, Liquid, type LiquidOptions, Parser, type Template } from 'liquidjs'

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

/** What a text may take: ms of processor time; and signs and elements that are worked on, where that is not as the engine says. */
export type TextLimits = { ms: number; memory?: number }

/** What renders a text within its limits. */
export const limitedContext = (liquid: Liquid, scope: object | undefined, { ms, memory }: TextLimits): Context =>
  new Context(
    scope,
    liquid.options,
    { sync: true, ...(memory !== undefined && { memoryLimit: memory }) },
    { liquid, renderLimit: new TimeLimit(ms) as unknown as Limiter },
  )

/** True where a text took more than it may. */
export const isOverLimit = (error: unknown): boolean =>
  error instanceof Error && /(?:render|memory alloc) limit exceeded/.test(error.message)

type Tokens = Parameters<Parser['parseTokens']>[0]

/** A list that gives its first away at once: an array of a hundred thousand moves all others each time. */
class Queue<T> extends Array<T> {
  override shift() {
    return this.pop()
  }
}

class QuickParser extends Parser {
  override parseTokens(tokens: Tokens) {
    return super.parseTokens(Queue.from(tokens.reverse()) as Tokens)
  }
}

/** Liquid whose `renderLimit` is processor time. */
export class LimitedLiquid extends Liquid {
  private readonly ms: number
  constructor({ renderLimit, ...options }: LiquidOptions & { renderLimit: number }) {
    super(options)
    this.ms = renderLimit
  }
  override parse(text: string, path?: string) {
    return new QuickParser(this).parse(text, path)
  }
  override _render(templates: Template[], scope: Context | object | undefined, options: object) {
    const context = scope instanceof Context ? scope : limitedContext(this, scope, { ms: this.ms })
    return super._render(templates, context, options)
  }
}
