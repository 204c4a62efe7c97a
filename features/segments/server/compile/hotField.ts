import { HOT_LENGTH, hotExpression, hotKindOf } from '@millrace/people/server'
import { type FieldCondition, takesDate, takesPeriod } from '../../contract/index.ts'
import type { KnownField } from './dictionary.ts'
import type { Statement } from './statement.ts'
import { asList, asNumber, dayText, spanOf } from './value.ts'

const anyOf = (expression: string, values: unknown[], { bind }: Statement) => {
  const list = values.map((value) => `left(lower(${bind(String(value), 'text')}), ${HOT_LENGTH})`)
  return list.length ? `${expression} in (${list.join(', ')})` : undefined
}

const ofText = (expression: string, { condition, value }: FieldCondition, statement: Statement) => {
  if (condition === 'is' || condition === 'is any of') return anyOf(expression, asList(value), statement)
  return condition === 'is not empty' || condition === 'is any' ? `${expression} is not null` : undefined
}

const SIGNS: Readonly<Record<string, string>> = { 'is more than': '>', 'is less than': '<', 'at least': '>=' }

const ofNumber = (expression: string, { condition, value }: FieldCondition, { bind }: Statement) => {
  const numbers = asList(value).flatMap((one) => asNumber(one) ?? [])
  if (!numbers.length) return undefined
  const sign = SIGNS[condition]
  if (sign) return numbers.map((number) => `${expression} ${sign} ${bind(number, 'numeric')}`).join(' or ')
  const isSame = condition === 'is' || condition === 'is any of'
  return isSame ? `${expression} in (${numbers.map((number) => bind(number, 'numeric')).join(', ')})` : undefined
}

const ofDate = (expression: string, condition: FieldCondition, { bind, dictionary }: Statement) => {
  if (!takesDate(condition.condition) && !takesPeriod(condition.condition)) return undefined
  const span = spanOf(condition, dictionary)
  if (!span) return undefined
  const isAfter = condition.condition.startsWith('after')
  const isBefore = condition.condition.startsWith('before')
  // Dates as texts sort like dates; time zones move them by a day at the most.
  const from = isBefore ? undefined : dayText(span.from, -1)
  const to = isAfter ? undefined : dayText(isBefore ? span.from : span.to, 2)
  const parts = [
    ...(from ? [`${expression} >= ${bind(from, 'text')}`] : []),
    ...(to ? [`${expression} < ${bind(to, 'text')}`] : []),
  ]
  return parts.length ? parts.join(' and ') : undefined
}

/**
 * What an index of a field can say of a condition: true wherever the condition is, and at times where it is not. Undefined
 * where the field has no index, or the condition is one that no index answers.
 */
export const hotField = (
  condition: FieldCondition,
  field: KnownField | undefined,
  statement: Statement,
): string | undefined => {
  const kind = field?.isHot && statement.mode === 'set' ? hotKindOf(field) : undefined
  if (!kind) return undefined
  const expression = hotExpression(condition.field, kind, `${statement.person}.fields`)
  if (kind === 'text') return ofText(expression, condition, statement)
  return kind === 'number' ? ofNumber(expression, condition, statement) : ofDate(expression, condition, statement)
}
