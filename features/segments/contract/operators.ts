/** Operators for every kind of value. `is any` means: any value at all, so it says the same as `is not empty`. */
export const ANY_OPERATORS = [
  'is',
  'is not',
  'is empty',
  'is not empty',
  'is any',
  'is any of',
  'is not any of',
] as const

/** Operators that texts have besides `ANY_OPERATORS`. */
export const TEXT_OPERATORS = [
  'starts with',
  'does not start with',
  'ends with',
  'does not end with',
  'contains',
  'does not contain',
] as const

/** Operators that numbers have besides `ANY_OPERATORS`; also those of a frequency. */
export const NUMBER_OPERATORS = ['is more than', 'is less than', 'at least'] as const

/** Operators of dates that take a date. */
export const DATE_OPERATORS = ['after', 'before', 'on'] as const

/** Operators of dates that take a period, counted from the moment of asking. */
export const PERIOD_OPERATORS = ['after period', 'before period', 'on period'] as const

/** Operators that take no value. */
export const BARE_OPERATORS = ['is empty', 'is not empty', 'is any'] as const

/** Operators of dates and of recency. */
export const TIME_OPERATORS = [...BARE_OPERATORS, ...DATE_OPERATORS, ...PERIOD_OPERATORS] as const

/** Every operator of a field or property condition. */
export const OPERATORS = [
  ...ANY_OPERATORS,
  ...TEXT_OPERATORS,
  ...NUMBER_OPERATORS,
  ...DATE_OPERATORS,
  ...PERIOD_OPERATORS,
] as const

/** An operator of a field or property condition. */
export type Operator = (typeof OPERATORS)[number]

/** The units of a period. */
export const PERIOD_UNITS = ['minutes', 'hours', 'days', 'weeks', 'months'] as const

/** True for operators that take no value. */
export const isBare = (operator: string): boolean => (BARE_OPERATORS as readonly string[]).includes(operator)

/** True for operators that take a period. */
export const takesPeriod = (operator: string): boolean => (PERIOD_OPERATORS as readonly string[]).includes(operator)

/** True for operators that take a date. */
export const takesDate = (operator: string): boolean => (DATE_OPERATORS as readonly string[]).includes(operator)

/** True for operators that take a number. */
export const takesNumber = (operator: string): boolean => (NUMBER_OPERATORS as readonly string[]).includes(operator)

/** True for operators that take a list. */
export const takesList = (operator: string): boolean => operator === 'is any of' || operator === 'is not any of'

/** How a value is compared. `any` is a field without a declared type. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'date' | 'any'

/** The operators that fit a kind of value, in the order in which they are offered. */
export const operatorsFor = (kind: ValueKind): readonly Operator[] => {
  if (kind === 'date') return ['after period', 'before period', 'on period', ...DATE_OPERATORS, ...BARE_OPERATORS]
  if (kind === 'boolean') return ['is', 'is not', 'is empty', 'is not empty']
  if (kind === 'number') return [...ANY_OPERATORS, ...NUMBER_OPERATORS]
  if (kind === 'text') return [...ANY_OPERATORS, ...TEXT_OPERATORS]
  return OPERATORS
}

/** How a declared person field is compared. */
export const kindOfField = (field?: { type: string; format?: string | null }): ValueKind => {
  if (!field) return 'any'
  if (field.format === 'date' || field.format === 'date-time') return 'date'
  if (field.type === 'number' || field.type === 'integer') return 'number'
  if (field.type === 'boolean') return 'boolean'
  return field.type === 'string' ? 'text' : 'any'
}

/** Fields that every object has, with how they are compared. */
export const OBJECT_FIELDS: Readonly<Record<string, ValueKind>> = {
  id: 'number',
  externalId: 'text',
  createdAt: 'date',
  updatedAt: 'date',
  archived: 'boolean',
}

/** Fields that every person has, with how they are compared; the rest are the account's own. */
export const CORE_FIELDS: Readonly<Record<string, ValueKind>> = {
  id: 'number',
  email: 'text',
  userId: 'text',
  segmentAnonymousId: 'text',
  timezone: 'text',
  createdAt: 'date',
  updatedAt: 'date',
  lastSeenAt: 'date',
  unsubscribed: 'boolean',
  unsubscribedAt: 'date',
  unsubscribeReason: 'text',
  archived: 'boolean',
}
