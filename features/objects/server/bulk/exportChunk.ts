import { csvLine, type Tx, writeExport } from '@millrace/kit/server'
import {
  distinctHeaders,
  type ExportAddress,
  type ExportColumn,
  exportLetter,
  exportLink,
  exportValue,
} from '@millrace/people/server'
import type { SchemaRow } from '../schemas/schemaRows.ts'
import { readObjects } from '../verbs/readObjects.ts'
import type { ObjectJobRow } from './jobRow.ts'
import type { Running } from './runJob.ts'
import { nextObjects } from './walk.ts'

/** Most objects in one transaction, and how many of them are held in memory at a time. */
const CHUNK = 50_000
const PAGE = 2_500

/** Links to exports of objects. */
export const OBJECT_EXPORTS: ExportAddress = { purpose: 'objects.export', path: '/v1/object-jobs/export' }

/** The fields of a kind, in the order in which they were made. */
const FIELDS = `
select f.name, f.title as header from object_fields f where f.account_id = $1 and f.schema_id = $2
order by f.account_id, f.schema_id, f.name <> $3, f.created_at, lower(f.title), f.name`

const BEFORE: readonly ExportColumn[] = [
  { name: 'id', header: 'ID' },
  { name: 'externalId', header: 'External ID' },
]
const BEHIND: readonly ExportColumn[] = [
  { name: 'createdAt', header: 'Created' },
  { name: 'updatedAt', header: 'Updated' },
  { name: 'archived', header: 'Archived' },
  { name: 'archivedAt', header: 'Archived at' },
]

const columnsOf = async (tx: Tx, accountId: number, schema: SchemaRow, attributes: readonly string[] | null) => {
  const fields = await tx.rows<ExportColumn>(FIELDS, [accountId, schema.id, schema.primaryField])
  const all = [...BEFORE, ...fields, ...BEHIND]
  if (!attributes?.length) return distinctHeaders(all)
  const byName = new Map(all.map((column) => [column.name, column]))
  const names = ['id', 'externalId', ...attributes]
  return distinctHeaders([...new Set(names)].flatMap((name) => byName.get(name) ?? []))
}

/** Writes a stretch of objects to the file. The row says afterwards how long the file surely is. */
export const exportStretch = async (tx: Tx, running: Running, schema: SchemaRow, row: ObjectJobRow) => {
  const { house, ports, accountId } = running
  const columns = await columnsOf(tx, accountId, schema, row.attributes)
  let dealt = 0
  let last = row.lastId
  let isOver = false
  const next = async () => {
    if (isOver || dealt >= CHUNK) return undefined
    const { kind, selection, upToId: upTo } = row
    const some = await nextObjects(tx, ports, accountId, schema, { kind, selection, after: last, upTo, limit: PAGE })
    last = some.last
    isOver = !last
    const objects = await readObjects(tx, accountId, schema.id, some.ids)
    dealt += objects.length
    return objects.map((object) => csvLine(columns.map(({ name }) => exportValue(object, name)))).join('')
  }
  const headers = columns.map(({ header }) => header)
  const fileBytes = await writeExport(house, { key: row.fileKey ?? '', bytes: row.fileBytes, headers }, next)
  return { dealt, changed: dealt, last, fileBytes }
}

/** Mails the link to a finished file, in the transaction that ends the job: once. */
export const finishObjectExport = async (
  tx: Tx,
  { house, ports, accountId }: Running,
  { displayNameSingular: one, displayNamePlural: many }: SchemaRow,
  { id, email, fileKey: key }: ObjectJobRow,
  count: number,
) => {
  if (!email || !key) return
  const things = count === 1 ? `1 ${one.toLowerCase()}` : `${count.toLocaleString('en-US')} ${many.toLowerCase()}`
  const url = exportLink(house, OBJECT_EXPORTS, { accountId, id, key })
  await ports.sendSystemMail?.(tx, { accountId, to: email, ...exportLetter({ things, url }) })
}
