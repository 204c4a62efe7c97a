import { Liquid, type Template } from 'liquidjs'
import type { PersonRow } from './people.ts'

const engine = new Liquid({
  ownPropertyOnly: true,
  strictFilters: true,
  cache: false,
  parseLimit: 10_000,
  renderLimit: 200,
  memoryLimit: 10_000_000,
})

type Rendered = { text: string } | { error: string }

/** A text with Liquid in it, read once and rendered for many people. */
export type LiquidText = {
  /** Says the same for everybody. */
  isConstant: boolean
  render(person: PersonRow | undefined): Rendered
}

const sentence = (error: unknown) => `The Liquid cannot be run: ${(error as Error).message.split('\n')[0]}`

/** Reads a text; what is wrong with it is told when it is rendered. */
export const liquidOf = (text: string): LiquidText => {
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
        return { text: String(engine.renderSync(templates, { ...fields, person: fields })) }
      } catch (error) {
        return { error: sentence(error) }
      }
    },
  }
}
