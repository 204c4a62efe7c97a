import { open } from 'node:fs/promises'
import type { Delimiter, Encoding } from '../../contract/index.ts'
import { detectDelimiter, SEPARATOR_LINE } from './delimiter.ts'
import { detectEncoding } from './encoding.ts'
import { BEGINNING, type CsvRow, type Place, readRows, type Written } from './readCsv.ts'

/** A CSV file whose form is known. */
export type CsvFile = Written & {
  /** Its rows behind a place, from the beginning unless told: then the header is among them. */
  rows(from?: Place): AsyncGenerator<CsvRow>
}

const SAMPLE_BYTES = 256 * 1024

/** The first text of a file, without a mark. */
export const firstText = async (path: string, encoding: Encoding): Promise<string> => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0)
    return new TextDecoder(encoding).decode(buffer.subarray(0, bytesRead), { stream: true })
  } finally {
    await file.close()
  }
}

async function* without(rows: AsyncGenerator<CsvRow>, count: number): AsyncGenerator<CsvRow> {
  let left = count
  for await (const row of rows) {
    if (left-- <= 0) yield row
  }
}

/** Finds out how a file is written, as far as it is not told. */
export const openFile = async (
  path: string,
  told: { encoding?: Encoding; delimiter?: Delimiter | null } = {},
): Promise<CsvFile> => {
  const encoding = told.encoding ?? (await detectEncoding(path))
  const text = await firstText(path, encoding)
  const delimiter = told.delimiter ?? detectDelimiter(text)
  // The line that names the separator is none of the rows.
  const extra = SEPARATOR_LINE.test(text) ? 1 : 0
  return {
    encoding,
    delimiter,
    rows: (from = BEGINNING) => {
      const rows = readRows(path, { encoding, delimiter }, from)
      return from.bytes === 0 && extra ? without(rows, extra) : rows
    },
  }
}
