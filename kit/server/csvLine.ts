/** Spreadsheets run what begins like this, also in its wide form (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/
const NUMBER = /^[+-]?\d+(?:[.,]\d+)*$/

const cell = (value: string): string => {
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A row of a CSV file (RFC 4180); a value that a spreadsheet would run gets an apostrophe in front. */
export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`
