import type { House } from '@millrace/kit/server'
import { refused } from '@millrace/kit/server'
import type { Column, Encoding, Preview } from '../../contract/index.ts'
import { distinctHeaders } from '../csv/headers.ts'
import { type CsvFile, openFile } from '../csv/openFile.ts'
import { BrokenCsv, type CsvRow } from '../csv/readCsv.ts'
import { findUpload } from '../files/uploads.ts'
import { guessMapping, type KnownField } from '../rules/guessMapping.ts'

const SHOWN_ROWS = 20
const GUESSED_ROWS = 500
const SAMPLES = 3

/** Fields that a column may go to. */
const FIELDS = `
select name, title, type, format from person_fields where account_id = $1 and can_map_from and not is_read_only
order by account_id, name`

/** Keeps how many people a file has, for the import that follows. */
const KEEP_COUNT = `update import_files set num_people = $3 where account_id = $1 and key = $2`

type Scan = { header: string[]; first: string[][]; count: number; ragged: number; broken?: string }

/** Reads the whole file once: the first rows, how many there are, and how many are odd. */
const scan = async (rows: AsyncGenerator<CsvRow>): Promise<Scan> => {
  const found: Scan = { header: [], first: [], count: 0, ragged: 0 }
  try {
    for await (const { values } of rows) {
      if (!found.header.length) {
        found.header = values
        continue
      }
      found.count++
      if (values.length !== found.header.length) found.ragged++
      if (found.first.length < GUESSED_ROWS) found.first.push(values)
    }
  } catch (error) {
    if (!(error instanceof BrokenCsv)) throw error
    found.broken = error.message
  }
  return found
}

const columnsOf = (headers: readonly string[], first: readonly string[][], fields: readonly KnownField[]): Column[] => {
  const columns = headers.map((header, index) => ({ header, values: first.map((row) => row[index] ?? '') }))
  const guesses = guessMapping(columns, fields)
  return columns.map(({ header, values }, index) => {
    const filled = values.filter((value) => value.trim())
    return {
      header,
      samples: [...new Set(filled)].slice(0, SAMPLES),
      filled: filled.length,
      guess: guesses[index] ?? null,
    }
  })
}

const warningsOf = ({ ragged, broken, count }: Scan): string[] => [
  ...(broken ? [broken] : []),
  ...(ragged ? [`${ragged} of ${count} rows have more or fewer values than there are columns.`] : []),
]

const looksLikeData = (header: readonly string[]) =>
  header.some((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()))

/** What an uploaded file looks like: its columns with guesses, its first rows, how many people it has, what is odd. */
export const previewImport = async (
  house: House,
  accountId: number,
  key: string,
  encoding?: Encoding,
): Promise<Preview> => {
  const { path, fileName } = await findUpload(house, accountId, key)
  const file: CsvFile = await openFile(path, encoding)
  const found = await scan(file.rows())
  if (!found.header.length) throw refused(found.broken ?? 'No people to import.')
  const { headers, warnings } = distinctHeaders(found.header)
  if (looksLikeData(found.header)) warnings.unshift('The first row looks like a person, but it is read as the headers.')
  return house.db.account(accountId, async (tx) => {
    const fields = await tx.rows<KnownField>(FIELDS, [accountId])
    await tx.run(KEEP_COUNT, [accountId, key, found.count])
    return {
      fileName,
      encoding: file.encoding,
      delimiter: file.delimiter,
      columns: columnsOf(headers, found.first, fields),
      rows: found.first.slice(0, SHOWN_ROWS).map((row) => headers.map((_, index) => row[index] ?? '')),
      numPeople: found.count,
      warnings: [...warnings, ...warningsOf(found)],
    }
  })
}
