/**
 * Lists as PostgreSQL reads them, for statements that take thousands of rows: the driver's own way looks at every value
 * for quotes, which costs several times as much as all else that is done with a row.
 */
export const numberList = (values: readonly (number | null)[]): string => {
  let text = ''
  for (const value of values) text += value === null ? ',NULL' : `,${value}`
  return `{${text.slice(1)}}`
}

/** The same of moments; those of one batch are mostly the same one. */
export const momentList = (values: readonly (Date | null)[]): string => {
  let text = ''
  let last: number | undefined
  let written = ',NULL'
  for (const value of values) {
    const time = value?.getTime()
    if (time !== last) written = value ? `,${value.toISOString()}` : ',NULL'
    last = time
    text += written
  }
  return `{${text.slice(1)}}`
}

const PLAIN = /^[\w:.-]+$/
const IS_NULL = /^null$/i
const written = (value: string | null): string => {
  if (value === null) return ',NULL'
  if (PLAIN.test(value) && !IS_NULL.test(value)) return `,${value}`
  return `,"${value.replace(/[\\"]/g, '\\$&')}"`
}

/** The same of texts. */
export const textList = (values: readonly (string | null)[]): string => {
  let text = ''
  for (const value of values) text += written(value)
  return `{${text.slice(1)}}`
}
