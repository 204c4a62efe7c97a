import type { DisplayType, FieldFormat, FieldType } from './field.ts'

/** What decides which values a field takes and how they are edited. */
export type FieldShape = {
  type: FieldType
  format: FieldFormat | null
  displayType: DisplayType
  array: boolean
  enum: readonly (string | number)[] | null
  enumNames: readonly string[] | null
}

const TEXTS = ['string', 'any']
const NUMBERS = ['number', 'integer']

/** The types that each way of showing a field fits. */
const FITTING: Record<DisplayType, readonly string[]> = {
  text: ['string', 'any', 'number', 'integer', 'boolean'],
  textarea: TEXTS,
  email: TEXTS,
  url: TEXTS,
  phone: TEXTS,
  date: TEXTS,
  datetime: TEXTS,
  number: NUMBERS,
  integer: NUMBERS,
  decimal: NUMBERS,
  currency: NUMBERS,
  currencyCents: NUMBERS,
  select: [...TEXTS, ...NUMBERS],
  multiselect: [...TEXTS, ...NUMBERS],
  radio: [...TEXTS, ...NUMBERS],
  checkbox: ['boolean'],
}

const WORDS: Record<FieldType, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  any: 'anything',
}

/** How a field is shown that nobody has said it of. */
export const defaultDisplayType = ({
  type,
  format,
  array = false,
  enum: values,
}: Partial<FieldShape> & Pick<FieldShape, 'type' | 'format'>): DisplayType => {
  if (format) return format === 'date' ? 'date' : 'datetime'
  if (values?.length && type !== 'boolean') return array ? 'multiselect' : 'select'
  if (type === 'boolean') return 'checkbox'
  return type === 'string' || type === 'any' ? 'text' : type
}

const choiceRefusal = ({ type, enum: values, enumNames }: FieldShape): string | undefined => {
  if (enumNames && enumNames.length > (values?.length ?? 0)) return 'There are more names than choices.'
  if (!values) return undefined
  const said = values.map((value) => String(value).trim())
  if (said.includes('')) return 'A choice cannot be empty.'
  if (new Set(said).size < said.length) return 'Each choice can be there only once.'
  if (type === 'boolean') return 'A field that is yes or no has no choices.'
  if (type === 'string' && values.some((value) => typeof value === 'number'))
    return 'The choices of a text field are texts.'
  const wrong = NUMBERS.includes(type) && values.some((value) => typeof value !== 'number')
  if (wrong) return 'The choices of a number field are numbers.'
  const isBroken = type === 'integer' && values.some((value) => !Number.isSafeInteger(value))
  return isBroken ? 'The choices of this field are whole numbers.' : undefined
}

/** Why a field cannot be like this, or undefined. */
export const shapeRefusal = (shape: FieldShape): string | undefined => {
  const { type, format, displayType, array } = shape
  if (format && type !== 'string') return 'Only a text field can be a date.'
  if (!FITTING[displayType].includes(type)) return `A field shown as ${displayType} cannot hold ${WORDS[type]}.`
  if (displayType === 'date' && format !== 'date') return 'A field shown as date needs the format date.'
  if (displayType === 'datetime' && format !== 'date-time')
    return 'A field shown as datetime needs the format date-time.'
  if (format && !['date', 'datetime', 'text'].includes(displayType)) return 'A date is shown as date or datetime.'
  if (displayType === 'multiselect' && !array) return 'Several choices need a field that holds several values.'
  if (array && ['select', 'radio', 'checkbox'].includes(displayType))
    return 'A field of several values is shown as multiselect.'
  return choiceRefusal(shape)
}
