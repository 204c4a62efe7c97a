import { csvLine, type Tx, writeExport } from '@millrace/kit/server'
import { readPeople } from '../verbs/readPeople.ts'
import { exportColumns, exportValue } from './exportColumns.ts'
import { exportLetter } from './exportLetter.ts'
import { exportLink, PEOPLE_EXPORTS } from './exportLink.ts'
import type { SourceWanted } from './exportSources.ts'
import type { JobRow } from './jobRow.ts'
import type { Running } from './running.ts'
import { walker } from './walk.ts'

/** Most people in one transaction, and how many of them are held in memory at a time. */
const CHUNK = 50_000
const PAGE = 2_500

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
  let dealt = 0
  let page: Page = { rows: [], last: row.last_id, place: row.place }
  let isOver = false
  const next = async () => {
    if (isOver || dealt >= CHUNK) return undefined
    page = await reading.next(page)
    isOver = !page.last && !page.place
    const ids = [...new Set(page.rows.map(({ personId }) => personId))]
    const people = new Map((await readPeople(tx, accountId, ids, names)).map((person) => [person.id, person]))
    const lines = page.rows.flatMap(({ personId, cells }) => {
      const person = people.get(personId)
      return person ? csvLine([...cells, ...names.map((name) => exportValue(person, name))]) : []
    })
    dealt += lines.length
    return lines.join('')
  }
  const headers = [...reading.headers, ...columns.map(({ header }) => header)]
  const fileBytes = await writeExport(house, { key: row.file_key ?? '', bytes: row.file_bytes, headers }, next)
  return { dealt, changed: dealt, last: page.last, place: page.place, fileBytes }
}

/** Mails the link to a finished file, in the transaction that ends the job: once. */
export const finishExport = async (tx: Tx, { house, ports, accountId }: Running, row: JobRow, count: number) => {
  const { id, email, file_key: key } = row
  if (!email || !key) return
  const things = count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
  const url = exportLink(house, PEOPLE_EXPORTS, { accountId, id, key })
  await ports.sendSystemMail?.(tx, { accountId, to: email, ...exportLetter({ things, title: row.source?.title, url }) })
}
