import type {
  AssociationCondition,
  Condition,
  Conditions,
  EventCondition,
  EventGroup,
  FieldCondition,
} from './conditions.ts'
import { isBare, takesDate, takesNumber, takesPeriod } from './operators.ts'
import { readTime } from './time.ts'

/** What is wrong with one condition: where it stands in the tree, and a sentence. */
export type ConditionIssue = { path: (string | number)[]; message: string }

/** The words for a condition that is already there. */
export const DUPLICATE_CONDITION = 'This condition already exists.'

const fold = (value: unknown) => (typeof value === 'string' ? value.trim().toLowerCase() : value)

const withoutMarks = (value: unknown, plain: (value: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((one) => withoutMarks(one, plain))
  if (value === null || typeof value !== 'object') return plain(value)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => name !== 'uuid' && inner !== null && inner !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, withoutMarks(inner, plain)]),
  )
}

const isMissing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && !value.some((one) => one !== ''))

const isNumber = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))

const isPeriod = (value: unknown) => typeof value === 'object' && value !== null && 'unit' in value

/** What is missing in a comparison; undefined where nothing is. */
const faultOf = ({ field, condition, value }: FieldCondition): string | undefined => {
  if (!field) return 'Choose a field.'
  if (isBare(condition)) return undefined
  const each = Array.isArray(value) ? value : [value]
  if (takesPeriod(condition)) return isPeriod(value) ? undefined : `Choose a period for "${field}".`
  if (isMissing(value)) return `Choose a value for "${field}".`
  if (isPeriod(value)) return `Choose a value for "${field}".`
  if (takesNumber(condition) && !each.every(isNumber)) return `"${field}" needs a number.`
  if (takesDate(condition) && !each.every((one) => readTime(one, 'UTC'))) return `"${field}" needs a date.`
  return undefined
}

const issuesOfGroup = (group: EventGroup, path: (string | number)[]): ConditionIssue[] =>
  group.conditions.flatMap((one, index) => {
    const here = [...path, 'conditions', index]
    if (one.type === 'group') return issuesOfGroup(one, here)
    const message = faultOf(one)
    return message ? [{ path: here, message }] : []
  })

const issuesOfEvent = (condition: EventCondition, path: (string | number)[]): ConditionIssue[] => {
  const issues = issuesOfGroup(condition.systemConditions, [...path, 'systemConditions'])
  if (!condition.systemConditions.conditions.length) issues.push({ path, message: 'Choose an event.' })
  const { propertiesConditions, recencyCondition: recency } = condition
  if (propertiesConditions) issues.push(...issuesOfGroup(propertiesConditions, [...path, 'propertiesConditions']))
  if (recency) {
    const message = faultOf({ ...recency, type: 'field', field: 'time' } as FieldCondition)
    if (message) issues.push({ path: [...path, 'recencyCondition'], message: 'Choose when.' })
  }
  return issues
}

const faultOfAssociation = ({ value, condition }: AssociationCondition): string | undefined => {
  if (!value) return 'Choose what is associated.'
  const isBareCount = condition.type === 'any' || condition.type === 'none'
  return isBareCount || condition.value !== undefined ? undefined : 'Choose how many.'
}

const faultOfOther = (condition: Exclude<Condition, { type: 'group' | 'event' }>): string | undefined => {
  switch (condition.type) {
    case 'field':
      return faultOf(condition)
    case 'tag':
      return condition.value.trim() ? undefined : 'Choose a tag.'
    case 'segment':
      return condition.value ? undefined : 'Choose a segment.'
    case 'goal':
      return condition.value ? undefined : 'Choose a goal.'
    case 'association':
      return faultOfAssociation(condition)
  }
}

const issuesOf = (condition: Condition, path: (string | number)[]): ConditionIssue[] => {
  if (condition.type === 'event') return issuesOfEvent(condition, path)
  if (condition.type !== 'group') {
    const message = faultOfOther(condition)
    if (message) return [{ path, message }]
    const inner = condition.type === 'association' ? condition.associationConditions : undefined
    return inner ? issuesOf(inner, [...path, 'associationConditions']) : []
  }
  const seen = new Set<string>()
  return condition.conditions.flatMap((one, index) => {
    const here = [...path, 'conditions', index]
    const key = JSON.stringify(withoutMarks(one, fold))
    const isKnown = seen.has(key)
    seen.add(key)
    return isKnown ? [{ path: here, message: DUPLICATE_CONDITION }] : issuesOf(one, here)
  })
}

const exact = (value: unknown) => value

/** True where two trees say the same, whatever their marks. */
export const saySame = (a: Conditions, b: Conditions): boolean =>
  JSON.stringify(withoutMarks(a, exact)) === JSON.stringify(withoutMarks(b, exact))

/** Everything that keeps conditions from being used: missing values, and a condition that stands twice in one group. */
export const checkConditions = (conditions: Conditions): ConditionIssue[] => issuesOf(conditions, [])

/** The segments that conditions are about. */
export const segmentsIn = (condition: Condition): number[] => {
  if (condition.type === 'segment') return [condition.value]
  if (condition.type === 'group') return condition.conditions.flatMap(segmentsIn)
  if (condition.type === 'association' && condition.associationConditions) {
    return segmentsIn(condition.associationConditions)
  }
  return []
}

/** Conditions that are true for everybody. */
export const noConditions = (): Conditions => ({ type: 'group', operator: 'and', conditions: [] })
