import { createReadStream } from 'node:fs'
import type { Delimiter, Encoding } from '../../contract/index.ts'
import { detectDelimiter, SEPARATOR_LINE } from './delimiter.ts'
import { detectEncoding, utf8Of } from './encoding.ts'
import { type CsvRow, readCsv } from './readCsv.ts'

/** A CSV file whose form is known. */
export type CsvFile = {
  encoding: Encoding
  delimiter: Delimiter
  /** Its rows, the header among them; `skip` leaves out the first ones. */
  rows(skip?: number): AsyncGenerator<CsvRow>
}

const SAMPLE_BYTES = 256 * 1024

const firstText = async (path: string, encoding: Encoding): Promise<string> => {
  const decoder = new TextDecoder(encoding)
  let text = ''
  for await (const chunk of createReadStream(path, { end: SAMPLE_BYTES - 1 }))
    text += decoder.decode(chunk as Buffer, { stream: true })
  return text
}

/** Finds out how a file is written. */
export const openFile = async (path: string, wanted?: Encoding): Promise<CsvFile> => {
  const encoding = wanted ?? (await detectEncoding(path))
  const text = await firstText(path, encoding)
  const delimiter = detectDelimiter(text)
  // The line that names the separator is none of the rows.
  const extra = SEPARATOR_LINE.test(text) ? 1 : 0
  return {
    encoding,
    delimiter,
    rows: (skip = 0) => readCsv(utf8Of(path, encoding), delimiter, skip + extra),
  }
}
