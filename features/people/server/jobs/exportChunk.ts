import { written } from '@millrace/access/server'
import { csvLine, type Tx } from '@millrace/kit/server'
import { EXPORT_DAYS } from '../../contract/index.ts'
import { readPeople } from '../verbs/readPeople.ts'
import { exportColumns, exportValue } from './exportColumns.ts'
import { openExport } from './exportFile.ts'
import { exportLink } from './exportLink.ts'
import type { JobRow } from './jobRow.ts'
import type { Running } from './running.ts'
import { walker } from './walk.ts'

/** Most people in one transaction, and how many of them are held in memory at a time. */
const CHUNK = 50_000
const PAGE = 2_500

/** Spreadsheets take a file for UTF-8 that begins with this. */
const MARK = '\ufeff'

/** Writes a stretch of people to the file. The row says afterwards how long the file surely is. */
export const exportChunk = async (tx: Tx, { house, ports, accountId }: Running, row: JobRow) => {
  const { kind, selection, up_to_id: upTo } = row
  const next = walker(ports.peopleOfSegment)
  const columns = await exportColumns(tx, accountId, row.attributes)
  const names = columns.map(({ name }) => name)
  const file = await openExport(house, row.file_key ?? '', row.file_bytes)
  let fileBytes = row.file_bytes
  const write = async (text: string) => {
    fileBytes += (await file.write(text, fileBytes)).bytesWritten
  }
  try {
    if (!fileBytes) await write(MARK + csvLine(columns.map(({ header }) => header)))
    let dealt = 0
    let last = row.last_id
    do {
      const stretch = await next(tx, accountId, { kind, selection, after: last, upTo, limit: PAGE })
      const people = await readPeople(tx, accountId, stretch.ids, names)
      await write(people.map((person) => csvLine(names.map((name) => exportValue(person, name)))).join(''))
      dealt += people.length
      last = stretch.last
    } while (last && dealt < CHUNK)
    await file.datasync()
    return { dealt, changed: dealt, last, fileBytes }
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
    lines: [`The file with ${people} that you asked for is ready.`],
    button: { label: 'Download the file', url: exportLink(house, accountId, row) },
    after: [
      `The link works for ${EXPORT_DAYS} days, for everybody who has it. Treat it like the data itself.`,
      'If you did not ask for this file, tell an administrator of your account.',
    ],
  })
  await ports.sendSystemMail?.(tx, { accountId, to: row.email, ...letter })
}
