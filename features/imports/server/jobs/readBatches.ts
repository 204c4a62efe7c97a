import { openFile } from '../csv/openFile.ts'
import { BrokenCsv, type CsvRow } from '../csv/readCsv.ts'
import type { ImportRow } from '../rules/importShape.ts'
import type { Batch } from './work.ts'

/** Rows in one transaction. */
export const BATCH = 1_000

/** The rows behind the place where an import stands; counted out where the place is not known in bytes. */
async function* rowsBehind(path: string, row: ImportRow): AsyncGenerator<CsvRow> {
  const file = await openFile(path, row)
  if (row.byte_position !== null) return yield* file.rows({ bytes: row.byte_position, line: row.line_position })
  // The header is a row too.
  let left = row.row_position + (row.has_header ? 1 : 0)
  for await (const each of file.rows()) if (left-- <= 0) yield each
}

const batchOf = (rows: CsvRow[], from: number): Batch => {
  const last = rows.at(-1) as CsvRow
  return { rows, from, bytes: Number.isNaN(last.end) ? null : last.end, line: last.line + 1 }
}

/** What is left of a file, a thousand rows at a time. Throws `BrokenCsv` behind the last row that can be read. */
export async function* readBatches(path: string, row: ImportRow): AsyncGenerator<Batch> {
  let from = row.row_position
  let rows: CsvRow[] = []
  let broken: BrokenCsv | undefined
  try {
    for await (const each of rowsBehind(path, row)) {
      rows.push(each)
      if (rows.length < BATCH) continue
      yield batchOf(rows, from)
      from += rows.length
      rows = []
    }
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    broken = error
  }
  if (rows.length) yield batchOf(rows, from)
  if (broken) throw broken
}

/**
 * Begins to read the next one while the last one is dealt with, which is mostly waiting for PostgreSQL. One is ahead, no more:
 * memory stays flat.
 */
export async function* oneAhead<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  const each = all[Symbol.asyncIterator]()
  let next = each.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = each.next()
      // Who stops in between never hears of a failure further down.
      next.catch(() => {})
      yield value
    }
  } finally {
    await each.return?.()
  }
}
