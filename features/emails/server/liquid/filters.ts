import { filters as builtIn, type Liquid } from 'liquidjs'
import { escapeHtml, unescapeHtml } from './escape.ts'

type FilterThis = { context: { getSync(path: string[]): unknown } }

const at = (self: FilterThis, path: string[]): string | undefined => {
  const value = self.context.getSync(path)
  return typeof value === 'string' && value ? value : undefined
}

const isZone = (name: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

// Without a zone of its own a date shows in the person's, then the account's.
function date(this: FilterThis, value: unknown, format?: string, zone?: string | number) {
  const own = zone ?? at(this, ['person', 'timezone']) ?? at(this, ['account', 'timezone'])
  const known = typeof own === 'string' && !isZone(own) ? undefined : own
  return (builtIn.date as (...parts: unknown[]) => unknown).call(this, value, format, known)
}

function money(value: unknown, currency: unknown = 'USD', locale: unknown = 'en') {
  const amount = Number(value)
  if (value === '' || value === null || value === undefined || Number.isNaN(amount)) return ''
  try {
    return new Intl.NumberFormat(String(locale), { style: 'currency', currency: String(currency) }).format(amount)
  } catch {
    // An unknown currency or language still shows the amount.
    return `${amount.toFixed(2)} ${String(currency)}`
  }
}

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))

const ESCAPES = ['escape', 'h', 'escape_once']

/** Adds our filters: `date` with time zones, `money`, and escaping that happens once in HTML and never in plain text. */
export const addFilters = (liquid: Liquid, forHtml: boolean): void => {
  liquid.registerFilter('date', date as never)
  liquid.registerFilter('money', money as never)
  if (!forHtml) {
    for (const name of ESCAPES) liquid.registerFilter(name, textOf)
    liquid.registerFilter('newline_to_br', textOf)
    return
  }
  // What these make is safe already, so the escaping of all output must not see it again.
  for (const name of ['escape', 'h']) {
    liquid.registerFilter(name, { raw: true, handler: (value: unknown) => escapeHtml(textOf(value)) })
  }
  liquid.registerFilter('escape_once', {
    raw: true,
    handler: (value: unknown) => escapeHtml(unescapeHtml(textOf(value))),
  })
  liquid.registerFilter('newline_to_br', {
    raw: true,
    handler: (value: unknown) => escapeHtml(textOf(value)).replace(/\r?\n/g, '<br />\n'),
  })
}
