import { type House, refused, type Tx } from '@millrace/kit/server'
import { tagsIn } from '@millrace/people/contract'
import type { PeopleDoor } from '@millrace/people/server'
import type { Delimiter, Encoding, FieldMapping, Strategy, Target } from '../../contract/index.ts'
import { type Headers, headersOf } from '../csv/headers.ts'
import { type CsvFile, openFile } from '../csv/openFile.ts'
import { scanFile } from '../csv/scanFile.ts'
import { findUpload, type UploadedFile } from '../files/uploads.ts'
import { queueImport } from '../jobs/queueImport.ts'
import { cleanMapping, newFieldsOf } from '../rules/mapping.ts'

/** What an import is made of. */
export type NewImport = {
  name?: string
  peopleFileKey: string
  numPeople?: number
  encoding?: Encoding
  delimiter?: Delimiter
  hasHeader?: boolean
  fieldMapping?: FieldMapping
  tags?: string[]
  existingPeopleStrategy?: Strategy
}

/** Who wants it. */
type Wanting = { accountId: number; memberId: number }

const MAKE = `
insert into imports (account_id, name, file_key, num_people, headers, mapping, tags, strategy, encoding, created_by, beat_at,
  created_at, purpose, has_header, delimiter, check_id, keeps_history)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, $14, $15, $12 = 'import') returning id`

/** Locks an uploaded file, so that it is started once whoever presses. */
const LOCK_FILE = `select key from import_files where account_id = $1 and key = $2 for update`

/** The import that this check has become, or that still works on this file. */
const STARTED = `
select id from imports where account_id = $1 and purpose = 'import' and (check_id = $2
  or (file_key = $3 and status in ('queued', 'running', 'paused')))
order by account_id, id limit 1`

type Facts = Headers & { numPeople: number; encoding: Encoding }

const firstRow = async (file: CsvFile): Promise<string[]> => {
  for await (const { values } of file.rows()) return values
  return []
}

/** Counts where the preview has not. */
const readFacts = async ({ path, numRows }: UploadedFile, wanted: NewImport): Promise<Facts> => {
  const { hasHeader = true } = wanted
  const file = await openFile(path, wanted)
  const scan = numRows === null ? await scanFile(path, file) : undefined
  const first = scan ? (scan.first[0] ?? []) : await firstRow(file)
  const numPeople = (scan?.rows ?? numRows ?? 0) - (hasHeader ? 1 : 0)
  return { ...headersOf(first, hasHeader), numPeople, encoding: file.encoding }
}

/** An import whose file is there and whose mapping can be: everything but the row. */
// An import that another tab started from the same file becomes that of the check, so that it starts none once this one is done.
const BELONGS = `update imports set check_id = $3 where account_id = $1 and id = $2 and check_id is null
  and not exists (select from imports other where other.account_id = $1 and other.check_id = $3)`

type Ready = { wanted: NewImport; facts: Facts; mapping: Record<string, Target>; name: string; tags: string[] }

const readied = async (house: House, accountId: number, wanted: NewImport): Promise<Ready> => {
  const file = await findUpload(house, accountId, wanted.peopleFileKey)
  const facts = await readFacts(file, wanted)
  if (facts.numPeople <= 0) throw refused('No people to import.')
  const mapping = cleanMapping(wanted.fieldMapping, facts.headers)
  const day = house.clock.now().toISOString().slice(0, 10)
  const name = wanted.name || file.fileName.replace(/\.[a-z]{1,5}$/i, '') || `Import of ${day}`
  return { wanted, facts, mapping, name, tags: tagsIn(wanted.tags) }
}

const insert = async (
  tx: Tx,
  house: House,
  { accountId, memberId }: Wanting,
  { wanted, facts, mapping, name, tags }: Ready,
  { purpose, checkId = null }: { purpose: 'import' | 'check'; checkId?: number | null },
): Promise<number> => {
  const row = await tx.one<{ id: number }>(MAKE, [
    accountId,
    name,
    wanted.peopleFileKey,
    facts.numPeople,
    facts.headers,
    JSON.stringify(mapping),
    tags,
    wanted.existingPeopleStrategy ?? 'update',
    facts.encoding,
    memberId,
    house.clock.now(),
    purpose,
    wanted.hasHeader ?? true,
    wanted.delimiter ?? null,
    checkId,
  ])
  const id = row?.id ?? 0
  await queueImport(tx, house, accountId, id)
  return id
}

/**
 * Takes an uploaded file to be imported; new fields and tags are made, the rest is done by a job. Pressed twice, the same file
 * or check answers the import that was started first.
 */
export const createImport = async (
  house: House,
  people: PeopleDoor,
  wanting: Wanting,
  { checkId, ...wanted }: NewImport & { checkId?: number },
): Promise<number> => {
  const { accountId } = wanting
  const ready = await readied(house, accountId, wanted)
  return house.db.account(accountId, async (tx) => {
    await tx.one(LOCK_FILE, [accountId, wanted.peopleFileKey])
    const started = await tx.one<{ id: number }>(STARTED, [accountId, checkId ?? null, wanted.peopleFileKey])
    if (started) {
      if (checkId) await tx.run(BELONGS, [accountId, started.id, checkId])
      return started.id
    }
    await people.ensureFields(tx, accountId, newFieldsOf(ready.mapping))
    if (ready.tags.length) await people.tagIds(tx, accountId, ready.tags)
    return insert(tx, house, wanting, ready, { purpose: 'import', checkId })
  })
}

/** Begins to find out what an import would do; a job reads the whole file and writes no people. */
export const checkImport = async (house: House, wanting: Wanting, wanted: NewImport): Promise<number> => {
  const ready = await readied(house, wanting.accountId, wanted)
  return house.db.account(wanting.accountId, (tx) => insert(tx, house, wanting, ready, { purpose: 'check' }))
}
