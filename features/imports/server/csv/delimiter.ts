import type { Delimiter } from '../../contract/index.ts'
import { BEGINNING } from './readCsv.ts'
import { BrokenCsv, CsvSplitter } from './splitCsv.ts'

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|']
const SAMPLE_ROWS = 50

/** The fields of the first rows of a text, read with a delimiter. */
const rowsWith = (text: string, delimiter: string): string[][] => {
  const rows: string[][] = []
  try {
    for (const { values } of new CsvSplitter(delimiter, () => 0, BEGINNING).rows(text, true)) {
      rows.push(values)
      if (rows.length === SAMPLE_ROWS) break
    }
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
  }
  return rows
}

/** More columns are better, and rows that are as wide as the header are better still. */
const scoreOf = (rows: readonly string[][]): number => {
  const width = rows[0]?.length ?? 0
  if (width < 2) return 0
  const alike = rows.filter((row) => row.length === width).length / rows.length
  return alike * alike * Math.log2(width)
}

/** Excel writes the delimiter into a first line of its own: `sep=;`. */
export const SEPARATOR_LINE = /^sep=(.)\r?\n/i

/** What parts the values of a text, by its first rows; a comma where there is one column. */
export const detectDelimiter = (text: string): Delimiter => {
  const told = SEPARATOR_LINE.exec(text)?.[1]
  if (told && DELIMITERS.includes(told as Delimiter)) return told as Delimiter
  // The last line of a sample may be cut.
  const end = text.lastIndexOf('\n')
  const whole = end > 0 ? text.slice(0, end + 1) : text
  const scores = DELIMITERS.map((delimiter) => scoreOf(rowsWith(whole, delimiter)))
  const best = Math.max(...scores)
  return best > 0 ? (DELIMITERS[scores.indexOf(best)] as Delimiter) : ','
}
