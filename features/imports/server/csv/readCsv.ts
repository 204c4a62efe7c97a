import { pipeline, type Readable } from 'node:stream'
import { type CsvError, type Info, type Options, parse } from 'csv-parse'
import type { Delimiter } from '../../contract/index.ts'

/** A row of a file. `line`: where it ends, counted from 1. */
export type CsvRow = { values: string[]; line: number }

/** A file that stops being readable; the message says where and why. */
export class BrokenCsv extends Error {}

/** A row larger than this is no row: a quote was never closed. */
const LARGEST_ROW = 1 << 20

const wordsFor = (error: CsvError): string => {
  const line = Number((error as unknown as { lines?: number }).lines ?? 0)
  const where = line ? ` near line ${line}` : ''
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE')
    return `A quoted value${where} is never closed, so the rest of the file cannot be told apart.`
  return `The file cannot be read${where}.`
}

const optionsFor = (delimiter: Delimiter, skip: number): Options => ({
  bom: true,
  delimiter,
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
  max_record_size: LARGEST_ROW,
  ...(skip > 0 && { from: skip + 1 }),
})

/** The rows of a CSV text (RFC 4180, read leniently); `skip` leaves out the first ones. Throws `BrokenCsv`. */
export async function* readCsv(source: Readable, delimiter: Delimiter, skip = 0): AsyncGenerator<CsvRow> {
  // Errors come out of the parser, below.
  const parser = pipeline(source, parse(optionsFor(delimiter, skip)), () => {})
  try {
    for await (const read of parser) {
      const { record, info } = read as { record: string[]; info: Info }
      yield { values: record, line: info.lines }
    }
  } catch (error) {
    if (typeof (error as CsvError).code === 'string' && (error as CsvError).code.startsWith('CSV_'))
      throw new BrokenCsv(wordsFor(error as CsvError))
    throw error
  } finally {
    parser.destroy()
  }
}
