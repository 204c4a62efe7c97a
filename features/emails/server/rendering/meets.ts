import { PERIOD_UNITS, type Period, takesDate, takesPeriod } from '@millrace/segments/contract'
import { isMet } from '@millrace/segments/server'
import type { Liquid } from 'liquidjs'

const periodOf = ([value, unit, direction]: unknown[]): Period | undefined => {
  const known = PERIOD_UNITS.find((one) => one === unit)
  if (typeof value !== 'number' || !known) return undefined
  return { value, unit: known, direction: direction === 'ahead' ? 'ahead' : 'ago' }
}

const truthOf = (value: unknown): unknown => {
  const text = String(value).toLowerCase()
  if (['true', '1', 'yes'].includes(text)) return true
  return ['false', '0', 'no'].includes(text) ? false : value
}

/** What a condition wants, of the words that stand behind it in the filter. */
const wantedOf = (stored: unknown, condition: string, words: unknown[]): unknown => {
  if (takesPeriod(condition)) return periodOf(words)
  if (takesDate(condition)) return words[0]
  return typeof stored === 'boolean' ? words.map(truthOf) : words
}

type FilterThis = { context: { getSync(path: string[]): unknown } }

function meets(this: FilterThis, stored: unknown, condition: unknown, ...words: unknown[]) {
  const zone = this.context.getSync(['account', 'timezone'])
  const asked = String(condition)
  return isMet(
    stored,
    { condition: asked, value: wantedOf(stored, asked, words) },
    { now: new Date(), zone: typeof zone === 'string' ? zone : 'UTC' },
  )
}

/** Adds the filter `meets`, by which rows and blocks are shown to those who meet conditions. */
export const addMeets = (liquid: Liquid): void => liquid.registerFilter('meets', meets as never)
