import { accountValue, personValue, slotValue } from './scope.ts'
import type { MailScope } from './template.ts'

/** Reads an output without Liquid. What it answers besides texts, numbers, true, false and nothing is left to Liquid. */
export type FastRead = { read(scope: MailScope): unknown; isRaw: boolean }

const OUTPUT =
  /^\{\{-?\s*(?:(person|account|event)\.)?([a-zA-Z_]\w*)\s*((?:\|\s*[a-z_]+\s*(?::\s*(?:"[^"]*"|'[^']*')\s*)?)*)-?\}\}$/
const FILTER = /\|\s*([a-z_]+)\s*(?::\s*("[^"]*"|'[^']*')\s*)?/g

/** Liquid gives these names a meaning of its own. */
const SPECIAL = new Set(['size', 'first', 'last'])

type Change = (value: unknown) => unknown

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const isMissing = (value: unknown) => value === null || value === undefined || value === false || value === ''

const CHANGES: Record<string, (argument: string | undefined) => Change | undefined> = {
  default: (argument) => (argument === undefined ? undefined : (value) => (isMissing(value) ? argument : value)),
  upcase: (argument) => (argument === undefined ? (value) => textOf(value).toUpperCase() : undefined),
  downcase: (argument) => (argument === undefined ? (value) => textOf(value).toLowerCase() : undefined),
  capitalize: (argument) =>
    argument === undefined
      ? (value) => textOf(value).charAt(0).toUpperCase() + textOf(value).slice(1).toLowerCase()
      : undefined,
}

const changesOf = (filters: string): Change[] | undefined => {
  const changes: Change[] = []
  // HTML is escaped once whether it says so or not, and text never.
  const own = filters.replace(/\|\s*(?:escape|h)\s*$/, '')
  for (const [, name = '', quoted] of own.matchAll(FILTER)) {
    const change = Object.hasOwn(CHANGES, name) ? CHANGES[name]?.(quoted?.slice(1, -1)) : undefined
    // Liquid knows escapes in quoted texts; we leave those to it.
    if (!change || quoted?.includes('\\')) return undefined
    changes.push(change)
  }
  return changes
}

const sourceOf = (of: string | undefined, name: string): ((scope: MailScope) => unknown) | undefined => {
  if (SPECIAL.has(name)) return undefined
  if (of === 'person') return ({ data }) => personValue(data.person, name)
  if (of === 'account') return ({ data }) => accountValue(data, name)
  if (of === 'event')
    return ({ data }) => (data.event && Object.hasOwn(data.event, name) ? data.event[name] : undefined)
  return slotValue(name)?.read
}

const isPlain = (value: unknown) =>
  value === undefined || value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** Stands for a value that only Liquid can print. */
export const LEFT_TO_LIQUID = Symbol('left to Liquid')

/** How to read an output without Liquid, or undefined where it needs it. */
export const fastRead = (output: string): FastRead | undefined => {
  const [, of, name = '', filters = ''] = OUTPUT.exec(output) ?? []
  const slot = of ? undefined : slotValue(name)
  if (slot?.isRaw) return { read: slot.read, isRaw: true }
  const source = sourceOf(of, name)
  const changes = changesOf(filters)
  if (!source || !changes) return undefined
  return {
    isRaw: false,
    read: (scope) => {
      let value = source(scope)
      if (!isPlain(value)) return LEFT_TO_LIQUID
      for (const change of changes) value = change(value)
      return value
    },
  }
}
