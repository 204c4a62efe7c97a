import { existsSync, readFileSync } from 'node:fs'
import { Liquid } from 'liquidjs'
import { expect, test } from 'vitest'
import { textLiquid } from './engine.ts'

// A public collection of cases (golden-liquid); name its file to hold our Liquid against it.
const file = process.env.GOLDEN_LIQUID ?? ''

type Case = {
  name: string
  template: string
  data?: Record<string, unknown>
  templates?: Record<string, string>
  result?: string
  results?: string[]
  invalid?: boolean
}

const passes = (liquid: Liquid, { template, data = {}, result, results, invalid }: Case): boolean => {
  try {
    const shown = liquid.parseAndRenderSync(template, data)
    return !invalid && (results ?? [result]).includes(shown)
  } catch {
    return invalid === true
  }
}

/** Where ours differs by intent: text is never escaped, unknown filters are mistakes, dates take a time zone. */
const INTENDED = /^filters, (?:escape|escape once|newline to br|base64 url safe|date, too many)/

test.runIf(file && existsSync(file))(
  'golden-liquid: ours does all that the library does, without the tags that read files',
  () => {
    const { tests } = JSON.parse(readFileSync(file, 'utf8')) as { tests: Case[] }
    const cases = tests.filter(({ templates, template }) => !templates && !/\{%-?\s*(include|render)\b/.test(template))
    const library = new Liquid()
    const ours = cases.filter((one) => passes(textLiquid, one))
    console.info(
      `${ours.length} of ${cases.length} pass; the library alone: ${cases.filter((one) => passes(library, one)).length}`,
    )
    const lost = cases.filter((one) => passes(library, one) && !passes(textLiquid, one))
    expect(lost.map(({ name }) => name).filter((name) => !INTENDED.test(name))).toEqual([])
  },
)
