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

/** Whether a mail itself knows the answer: conditions on its reader's fields and tags. */
const isKnownToMails = (condition: Condition): boolean => {
  if (condition.type === 'group') return condition.conditions.every(isKnownToMails)
  return condition.type === 'tag' || (condition.type === 'field' && !UNKNOWN_TO_MAILS.has(condition.field))
}

/** Whether conditions name what only one account has by its number: segments, goals, kinds of associations, emails. */
export const isOfOneAccount = (condition: Condition): boolean => {
  if (condition.type === 'group') return condition.conditions.some(isOfOneAccount)
  if (condition.type === 'event') return JSON.stringify(condition.systemConditions).includes('"data.emailId"')
  return condition.type !== 'field' && condition.type !== 'tag'
}

const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const told = Object.entries(value).filter(([name, inner]) => name !== 'uuid' && inner !== undefined && inner !== null)
  return Object.fromEntries(told.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, plain(inner)]))
}

// cyrb53: a mail has few conditions, and whoever could make two of them alike would fool themselves.
const digest = (text: string, seed: number): string => {
  let [a, b] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36)
}

/** The name under which Liquid asks of conditions that the database answers; the same for the same conditions. */
export const showName = (conditions: Conditions): string => {
  const text = JSON.stringify(plain(conditions))
  return `s${digest(text, 1)}${digest(text, 2)}`
}

/** Whether conditions are asked of the database when a mail is made: what people did, segments, goals, associations. */
export const isAskedOfDatabase = (conditions: Conditions): boolean => !isKnownToMails(conditions)

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

/**
 * Conditions as Liquid around a part of a mail. Those on fields and tags are told by the mail's reader; others are asked of the
 * database for all readers of a batch together, and their answer stands in Liquid under `show`. No condition: no Liquid.
 */
export const compileShow = (conditions: Conditions): Around => {
  if (isAskedOfDatabase(conditions)) return when(`show.${showName(conditions)}`)
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

const NOBODY: Around = { before: '{% if false %}', after: '{% endif %}' }

/** A condition in another account than that where it was made: its words are kept, and nobody meets it. */
export const elsewhere = ({ conditions: _, ...held }: ShowWhen): ShowWhen => ({ ...held, ...NOBODY })

/** Whether a condition of ours was made in another account, and is met by nobody here. */
export const isFromElsewhere = ({ type, conditions, before }: ShowWhen): boolean =>
  type === 'millrace' && conditions === undefined && before === NOBODY.before
