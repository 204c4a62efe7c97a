import type { Condition, Conditions, FieldCondition } from '@millrace/segments/contract'

/**
 * When a row or a block is shown, as designs keep it under `displayCondition`: Liquid before and after it. `conditions` is
 * what our builder made the Liquid of; conditions from elsewhere have none.
 */
export type ShowWhen = {
  type?: string
  label?: string
  description?: string
  before: string
  after: string
  conditions?: Conditions
}

/** Fields of a person that mails do not know; whether they may be sent to is settled before. */
const UNKNOWN_TO_MAILS = new Set([
  'unsubscribed',
  'unsubscribedAt',
  'unsubscribeReason',
  'archived',
  'lastSeenAt',
  'updatedAt',
  'segmentAnonymousId',
])

// Quotes, braces and what HTML tools would rewrite are said by their numbers, so that no text ends its Liquid.
const quoted = (text: string) =>
  `'${text.replace(/['"\\{}%<>&\p{Cc}\u00a0\u2018\u2019\u201c\u201d]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`

const literal = (value: unknown) => (typeof value === 'number' ? String(value) : quoted(String(value)))

const placeOf = (name: string) => (/^[a-z_]\w*$/i.test(name) ? `person.${name}` : `person[${quoted(name)}]`)

const comparedWith = ({ value }: FieldCondition): string[] => {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.map(literal)
  if (typeof value !== 'object') return [literal(value)]
  return [String(value.value), quoted(value.unit), quoted(value.direction ?? 'ago')]
}

type Around = { before: string; after: string }

const when = (asked: string): Around => ({ before: `{% if ${asked} %}`, after: '{% endif %}' })

const asks = (value: string, operator: string, values: string[]) =>
  when(`${value} | meets: ${[quoted(operator), ...values].join(', ')}`)

/** What of the conditions a mail cannot tell of its reader: kinds of conditions, and fields by name. */
export const untold = (condition: Condition): string[] => {
  if (condition.type === 'group') return [...new Set(condition.conditions.flatMap(untold))]
  if (condition.type === 'tag') return []
  if (condition.type !== 'field') return [condition.type]
  return UNKNOWN_TO_MAILS.has(condition.field) ? [condition.field] : []
}

const compile = (condition: Condition, flag: () => string): Around => {
  if (condition.type === 'tag') {
    return asks('person.tags', condition.condition === 'has' ? 'is' : 'is not', [quoted(condition.value.trim())])
  }
  if (condition.type === 'field') return asks(placeOf(condition.field), condition.condition, comparedWith(condition))
  if (condition.type !== 'group') return when('false')
  const parts = condition.conditions.map((one) => compile(one, flag))
  if (condition.operator === 'and' || parts.length < 2) {
    const after = parts.map((part) => part.after).reverse()
    return { before: parts.map((part) => part.before).join(''), after: after.join('') }
  }
  // Liquid has no brackets: whether one of several holds is found out first.
  const name = flag()
  const tests = parts.map(({ before, after }) => `${before}{% assign ${name} = true %}${after}`)
  const { before, after } = when(name)
  return { before: `{% assign ${name} = false %}${tests.join('')}${before}`, after }
}

/** Conditions on fields and tags as Liquid around a part of a mail; what `untold` names is met by nobody. No condition: no Liquid. */
export const compileShow = (conditions: Conditions): Around => {
  let flags = 0
  return compile(conditions, () => {
    flags += 1
    return `shown_${flags}`
  })
}

/** The condition that a part of a design holds, ours or one from elsewhere. */
export const showWhenOf = (values: Record<string, unknown> | undefined): ShowWhen | undefined => {
  const held = values?.displayCondition as Partial<ShowWhen> | null | undefined
  if (!held || typeof held !== 'object') return undefined
  if (typeof held.before !== 'string' && typeof held.after !== 'string' && !held.conditions) return undefined
  return { ...held, before: String(held.before ?? ''), after: String(held.after ?? '') }
}
