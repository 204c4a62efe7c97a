import { stat } from 'node:fs/promises'
import type { CsvFile } from './openFile.ts'
import { BrokenCsv } from './readCsv.ts'

/** Rows whose values are looked at. */
const LOOKED_AT = 501
/** Whoever waits for the answer does not wait longer; what is left is reckoned by its size. */
const LONGEST_MS = 6_000
/** How often the time is looked at, in rows. */
const EVERY = 5_000

/** What reading a file once has found. `rows`: a header among them; `isReckoned` where the end was not reached. */
export type Scan = { first: string[][]; rows: number; isReckoned: boolean; ragged: number; broken?: string }

/** Reads a file once: its first rows, how many there are, and how many are odd. */
export const scanFile = async (path: string, file: CsvFile, longestMs = LONGEST_MS): Promise<Scan> => {
  const found: Scan = { first: [], rows: 0, isReckoned: false, ragged: 0 }
  const { size } = await stat(path)
  const until = performance.now() + longestMs
  try {
    for await (const { values, end } of file.rows()) {
      found.rows++
      if (found.first.length < LOOKED_AT) found.first.push(values)
      if (values.length !== found.first[0]?.length) found.ragged++
      if (found.rows % EVERY || !(end < size) || performance.now() < until) continue
      return { ...found, rows: Math.round((found.rows / end) * size), isReckoned: true }
    }
  } catch (error) {
    // The import itself says where the file breaks off; until there it can be read.
    if (!(error instanceof BrokenCsv)) throw error
    found.broken = error.message
  }
  return found
}
