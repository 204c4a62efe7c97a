import { existsSync, readFileSync } from 'node:fs'
import { Liquid } from 'liquidjs'
import { expect, test } from 'vitest'
import { buildMailData, buildSlots } from '../../testing/buildVersion.ts'
import { spliceOf } from '../template/splice.ts'
import { htmlLiquid, textLiquid } from './engine.ts'

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

const shownBy = (render: () => unknown): unknown => {
  try {
    return render()
  } catch (error) {
    return (error as Error).name
  }
}

// What merge tags begin with is read from the mail's data, which these cases have not.
const OURS = /\b(?:person|account|event)\b|_url\b|_link_|_pixel/

test.runIf(file && existsSync(file)).each([
  ['HTML', htmlLiquid],
  ['text', textLiquid],
] as const)('golden-liquid: a splice shows what the whole shows, in %s', (_kind, liquid) => {
  const { tests } = JSON.parse(readFileSync(file, 'utf8')) as { tests: Case[] }
  const cases = tests.filter(({ templates, template }) => !templates && !OURS.test(template))
  const differing = cases.filter(({ template, data = {} }) => {
    const scope = { data: buildMailData(), slots: buildSlots(), links: [], liquid: () => structuredClone(data) }
    const whole = shownBy(() => liquid.parseAndRenderSync(template, structuredClone(data)))
    return shownBy(() => spliceOf(template, liquid === htmlLiquid).render(scope)) !== whole
  })
  expect(cases.length).toBeGreaterThan(500)
  expect(differing.map(({ name }) => name)).toEqual([])
})
