import { LimitedLiquid, patiently } from '@millrace/emails/server'
import type { Liquid, Template } from 'liquidjs'
import type { PersonRow } from './people.ts'

/** Makes a value safe for the place that it is written into. */
export type Escape = (value: unknown) => string

const json = { handler: (value: unknown) => JSON.stringify(value) ?? 'null', raw: true }

const newEngine = (outputEscape?: Escape): Liquid => {
  const engine = new LimitedLiquid({
    ownPropertyOnly: true,
    strictFilters: true,
    cache: false,
    parseLimit: 10_000,
    renderLimit: 200,
    memoryLimit: 10_000_000,
    ...(outputEscape && { outputEscape }),
  })
  engine.registerFilter('json', json)
  return engine
}

const plain = newEngine()
const engines = new Map<Escape, Liquid>()

const engineOf = (escaping: Escape | undefined): Liquid => {
  if (!escaping) return plain
  const engine = engines.get(escaping) ?? newEngine(escaping)
  engines.set(escaping, engine)
  return engine
}

type Rendered = { text: string } | { error: string }

/** A text with Liquid in it, read once and rendered for many people. */
export type LiquidText = {
  /** Says the same for everybody. */
  isConstant: boolean
  render(person: PersonRow | undefined): Rendered
}

const sentence = (error: unknown) => `The Liquid cannot be run: ${(error as Error).message.split('\n')[0]}`

/** Reads a text; what is wrong with it is told when it is rendered. `escaping` is asked for each value that is written into it. */
export const liquidOf = (text: string, escaping?: Escape): LiquidText => {
  const engine = engineOf(escaping)
  if (!/\{[{%]/.test(text)) return { isConstant: true, render: () => ({ text }) }
  let templates: Template[]
  try {
    templates = engine.parse(text)
  } catch (error) {
    const told = sentence(error)
    return { isConstant: true, render: () => ({ error: told }) }
  }
  return {
    isConstant: false,
    render: (person) => {
      const fields = person?.fields ?? {}
      try {
        const scope = { ...fields, [person?.objectName ?? 'person']: fields }
        return { text: String(patiently(() => engine.renderSync(templates, scope))) }
      } catch (error) {
        return { error: sentence(error) }
      }
    },
  }
}
