import { written } from '@millrace/access/server'
import { csvLine, type Tx } from '@millrace/kit/server'
import { EXPORT_DAYS } from '../../contract/index.ts'
import { readPeople } from '../verbs/readPeople.ts'
import { exportColumns, exportValue } from './exportColumns.ts'
import { openExport } from './exportFile.ts'
import { exportLink } from './exportLink.ts'
import type { SourceWanted } from './exportSources.ts'
import type { JobRow } from './jobRow.ts'
import type { Running } from './running.ts'
import { walker } from './walk.ts'

/** Most people in one transaction, and how many of them are held in memory at a time. */
const CHUNK = 50_000
const PAGE = 2_500

/** Spreadsheets take a file for UTF-8 that begins with this. */
const MARK = '\ufeff'

/** Lines of people, each with what stands before their fields, and how far that is. */
type Page = { rows: readonly { personId: number; cells: readonly string[] }[]; last: number; place: string }
type Reading = { headers: readonly string[]; next(after: Pick<Page, 'last' | 'place'>): Promise<Page> }

const readSource = (tx: Tx, { ports, accountId }: Running, { name, wanted }: SourceWanted): Reading => {
  const source = ports.exportSources?.[name]
  if (!source) throw new Error(`Nobody knows the people of "${name}".`)
  return {
    headers: source.columns(wanted),
    next: async ({ place }) => ({ ...(await source.next(tx, accountId, wanted, place, PAGE)), last: 0 }),
  }
}

const readSelection = (tx: Tx, { ports, accountId }: Running, { kind, selection, up_to_id: upTo }: JobRow): Reading => {
  const next = walker(ports.peopleOfSegment)
  return {
    headers: [],
    next: async ({ last: after }) => {
      const { ids, last } = await next(tx, accountId, { kind, selection, after, upTo, limit: PAGE })
      return { rows: ids.map((personId) => ({ personId, cells: [] })), last, place: '' }
    },
  }
}

/** Writes a stretch of people to the file. The row says afterwards how long the file surely is. */
export const exportChunk = async (tx: Tx, running: Running, row: JobRow) => {
  const { house, accountId } = running
  const reading = row.source ? readSource(tx, running, row.source) : readSelection(tx, running, row)
  const columns = await exportColumns(tx, accountId, row.attributes)
  const names = columns.map(({ name }) => name)
  const file = await openExport(house, row.file_key ?? '', row.file_bytes)
  let fileBytes = row.file_bytes
  const write = async (text: string) => {
    fileBytes += (await file.write(text, fileBytes)).bytesWritten
  }
  try {
    if (!fileBytes) await write(MARK + csvLine([...reading.headers, ...columns.map(({ header }) => header)]))
    let dealt = 0
    let page: Page = { rows: [], last: row.last_id, place: row.place }
    do {
      page = await reading.next(page)
      const ids = [...new Set(page.rows.map(({ personId }) => personId))]
      const people = new Map((await readPeople(tx, accountId, ids, names)).map((person) => [person.id, person]))
      const lines = page.rows.flatMap(({ personId, cells }) => {
        const person = people.get(personId)
        return person ? csvLine([...cells, ...names.map((name) => exportValue(person, name))]) : []
      })
      await write(lines.join(''))
      dealt += lines.length
    } while ((page.last || page.place) && dealt < CHUNK)
    await file.datasync()
    return { dealt, changed: dealt, last: page.last, place: page.place, fileBytes }
  } finally {
    await file.close()
  }
}

/** Mails the link to a finished file, in the transaction that ends the job: once. */
export const finishExport = async (tx: Tx, { house, ports, accountId }: Running, row: JobRow, count: number) => {
  if (!row.email || !row.file_key) return
  const people = count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
  const letter = written({
    subject: 'Your export is ready',
    lines: [`The file with ${people} that you asked for is ready.`, ...(row.source?.title ? [row.source.title] : [])],
    button: { label: 'Download the file', url: exportLink(house, accountId, row) },
    after: [
      `The link works for ${EXPORT_DAYS} days, for everybody who has it. Treat it like the data itself.`,
      'If you did not ask for this file, tell an administrator of your account.',
    ],
  })
  await ports.sendSystemMail?.(tx, { accountId, to: row.email, ...letter })
}
