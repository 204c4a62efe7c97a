import type { House } from '@millrace/kit/server'
import { refused } from '@millrace/kit/server'
import type { Column, Delimiter, Encoding, Preview } from '../../contract/index.ts'
import { headersOf } from '../csv/headers.ts'
import { type CsvFile, openFile } from '../csv/openFile.ts'
import { type Scan, scanFile } from '../csv/scanFile.ts'
import { findUpload } from '../files/uploads.ts'
import { guessMapping, type KnownField, MOST_NEW } from '../rules/guessMapping.ts'

const SHOWN_ROWS = 20
const SAMPLES = 3

/** Fields that a column may go to. */
const FIELDS = `
select name, title, type, format from person_fields where account_id = $1 and can_map_from and not is_read_only
order by account_id, name`

/** Keeps how many rows a file has, for the import that follows. */
const KEEP_COUNT = `update import_files set num_people = $3 where account_id = $1 and key = $2`

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

const warningsOf = ({ ragged, broken, isReckoned }: Scan, numPeople: number): string[] => [
  ...(broken ? [broken] : []),
  ...(ragged
    ? [
        `${ragged.toLocaleString('en')} of ${isReckoned ? 'the first' : numPeople.toLocaleString('en')} rows have more or fewer values than there are columns.`,
      ]
    : []),
]

const newWarning = (columns: readonly Column[]): string[] =>
  columns.filter(({ guess }) => guess?.isNew).length < MOST_NEW
    ? []
    : [`The file has ${columns.length} columns. ${MOST_NEW} new fields are suggested; choose where the others go.`]

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** A row with an email in it names no columns. */
const isPerson = (row: readonly string[]) => row.some((value) => EMAIL.test(value.trim()))

/** What the preview need not guess. */
export type Told = { encoding?: Encoding; delimiter?: Delimiter; hasHeader?: boolean }

/** What an uploaded file looks like: its columns with guesses, its first rows, how many people it has, what is odd. */
export const previewImport = async (
  house: House,
  accountId: number,
  key: string,
  told: Told = {},
): Promise<Preview> => {
  const { path, fileName } = await findUpload(house, accountId, key)
  const file: CsvFile = await openFile(path, told)
  const found = await scanFile(path, file)
  const head = found.first[0]
  if (!head) throw refused(found.broken ?? 'No people to import.')
  const hasHeader = told.hasHeader ?? !isPerson(head)
  const { headers, warnings } = headersOf(head, hasHeader)
  if (told.hasHeader && isPerson(head))
    warnings.unshift('The first row looks like a person, but it is read as the headers.')
  const first = hasHeader ? found.first.slice(1) : found.first
  const numPeople = found.rows - (hasHeader ? 1 : 0)
  return house.db.account(accountId, async (tx) => {
    const fields = await tx.rows<KnownField>(FIELDS, [accountId])
    const columns = columnsOf(headers, first, fields)
    await tx.run(KEEP_COUNT, [accountId, key, found.rows])
    return {
      fileName,
      encoding: file.encoding,
      delimiter: file.delimiter,
      hasHeader,
      columns,
      rows: first.slice(0, SHOWN_ROWS).map((row) => headers.map((_, index) => row[index] ?? '')),
      numPeople,
      isReckoned: found.isReckoned,
      warnings: [...warnings, ...newWarning(columns), ...warningsOf(found, numPeople)],
    }
  })
}
