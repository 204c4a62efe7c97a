import type {
  AssociationCondition,
  Condition,
  EventCondition,
  EventGroup,
  FieldCondition,
  Period,
} from './conditions.ts'
import { isBare, takesPeriod } from './operators.ts'

const isPeriod = (value: unknown): value is Period =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'unit' in value

/** A period as people say it: `14 days`, `1 hour`. */
export const periodText = ({ value, unit }: Pick<Period, 'value' | 'unit'>): string =>
  `${value} ${value === 1 ? unit.slice(0, -1) : unit}`

/** Where a period points: `14 days ago`, `3 days from now`. */
export const momentText = (period: Period): string =>
  `${periodText(period)} ${period.direction === 'ahead' ? 'from now' : 'ago'}`

/** A value as people read it. */
export const valueText = (value: unknown): string => {
  if (isPeriod(value)) return momentText(value)
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === undefined ? '' : String(value)
}

/** An operator as it stands in a sentence. */
export const operatorText = (operator: string): string => {
  if (operator === 'is any') return 'has any value'
  if (operator === 'after' || operator === 'before' || operator === 'on') return `is ${operator}`
  return takesPeriod(operator) ? `is ${operator.replace(' period', '')}` : operator
}

const fieldText = ({ field, condition, value }: FieldCondition, title = field): string =>
  isBare(condition) ? `${title} ${operatorText(condition)}` : `${title} ${operatorText(condition)} ${valueText(value)}`

const groupText = (group: EventGroup): string =>
  group.conditions
    .map((one) => (one.type === 'group' ? `(${groupText(one)})` : fieldText(one)))
    .join(` ${group.operator} `)

/** The name that an event condition is about, where it is about one. */
export const eventNameOf = ({ systemConditions }: EventCondition): string | undefined => {
  const named = systemConditions.conditions.find((one) => one.type === 'field' && one.field === 'name')
  return named?.type === 'field' && typeof named.value === 'string' ? named.value : undefined
}

const whenText = ({ recencyCondition: recency }: EventCondition): string => {
  if (!recency || isBare(recency.condition)) return ''
  if (isPeriod(recency.value)) {
    if (recency.condition === 'after period') return ` in the last ${periodText(recency.value)}`
    if (recency.condition === 'before period') return ` more than ${periodText(recency.value)} ago`
    return ` ${momentText(recency.value)}`
  }
  return ` ${recency.condition} ${valueText(recency.value)}`
}

const eventText = (condition: EventCondition): string => {
  const name = eventNameOf(condition)
  const what = name ?? `something where ${groupText(condition.systemConditions)}`
  const { frequencyCondition: often, propertiesConditions: properties } = condition
  const times = often
    ? ` ${often.condition.replace(/^is /, '')} ${often.value} ${often.value === 1 ? 'time' : 'times'}`
    : ''
  const where = properties?.conditions.length ? ` where ${groupText(properties)}` : ''
  return `${condition.condition === 'has' ? 'has done' : 'has not done'} ${what}${times}${whenText(condition)}${where}`
}

/** Names that conditions carry as ids or codes. */
export type Titles = {
  field?: (name: string) => string | undefined
  segment?: (id: number) => string | undefined
  goal?: (stepId: number) => string | undefined
  association?: (id: number) => { one: string; many: string } | undefined
}

const associationText = (
  { value, condition: { type, value: times = 1 }, associationConditions: inner }: AssociationCondition,
  titles: Titles,
): string => {
  const names = titles.association?.(Number(value))
  const [one, many] = [names?.one ?? `association ${value}`, names?.many ?? `of association ${value}`]
  const often = `${type.replace(/^is /, '')} ${times} ${times === 1 ? one : many}`
  const what = type === 'any' ? `has any ${one}` : type === 'none' ? `has no ${one}` : `has ${often}`
  return inner?.conditions.length ? `${what} where ${conditionText(inner, { ...titles, field: undefined })}` : what
}

/** A condition as a sentence. */
export const conditionText = (condition: Condition, titles: Titles = {}): string => {
  switch (condition.type) {
    case 'group':
      return condition.conditions.length
        ? condition.conditions
            .map((one) => (one.type === 'group' ? `(${conditionText(one, titles)})` : conditionText(one, titles)))
            .join(` ${condition.operator} `)
        : 'everybody'
    case 'field':
      return fieldText(condition, titles.field?.(condition.field))
    case 'tag':
      return `${condition.condition === 'has' ? 'has tag' : 'does not have tag'} ${condition.value}`
    case 'event':
      return eventText(condition)
    case 'segment':
      return `is ${condition.condition} segment ${titles.segment?.(condition.value) ?? condition.value}`
    case 'goal':
      return `${condition.condition === 'in' ? 'has reached' : 'has not reached'} goal ${titles.goal?.(condition.value) ?? condition.value}`
    case 'association':
      return associationText(condition, titles)
  }
}
