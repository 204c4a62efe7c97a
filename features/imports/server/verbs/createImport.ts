import { type House, refused } from '@millrace/kit/server'
import { cleanFieldName, tagsIn } from '@millrace/people/contract'
import type { PeopleDoor } from '@millrace/people/server'
import type { Encoding, FieldMapping, Strategy, Target } from '../../contract/index.ts'
import { distinctHeaders } from '../csv/headers.ts'
import { openFile } from '../csv/openFile.ts'
import { BrokenCsv } from '../csv/readCsv.ts'
import { findUpload, type UploadedFile } from '../files/uploads.ts'

/** What an import is made of. */
export type NewImport = {
  name?: string
  peopleFileKey: string
  numPeople?: number
  encoding?: Encoding
  fieldMapping?: FieldMapping
  tags?: string[]
  existingPeopleStrategy?: Strategy
}

const NO_MAPPING = "Can't import without mapped fields."
const KEYS = ['email', 'userId', 'segmentAnonymousId', 'id']

const MAKE = `
insert into imports (account_id, name, file_key, num_people, headers, mapping, tags, strategy, encoding, created_by, beat_at, created_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning id`

type Facts = { headers: string[]; numPeople: number; encoding: Encoding }

/** Counts where the preview has not. */
const readFacts = async ({ path, numPeople }: UploadedFile, encoding: Encoding | undefined): Promise<Facts> => {
  const file = await openFile(path, encoding)
  let header: string[] | undefined
  let count = -1
  try {
    for await (const { values } of file.rows()) {
      header ??= values
      count++
      if (numPeople !== null) break
    }
  } catch (error) {
    // The import itself says where the file breaks off; until there it can be read.
    if (!(error instanceof BrokenCsv)) throw error
  }
  return {
    headers: distinctHeaders(header ?? []).headers,
    numPeople: numPeople ?? Math.max(count, 0),
    encoding: file.encoding,
  }
}

/** The mapping with clean field names; refuses what cannot be. */
const cleanMapping = (mapping: FieldMapping | undefined, headers: readonly string[]): Record<string, Target> => {
  const targets: Record<string, Target> = {}
  const taken = new Map<string, string>()
  for (const [header, told] of Object.entries(mapping ?? {})) {
    if (!headers.includes(header)) throw refused(`The file has no column "${header}".`)
    const target = typeof told === 'string' ? { field: told } : told
    const field = cleanFieldName(target.field)
    if (!field || field === '__proto__') throw refused(`"${target.field}" cannot be the name of a field.`)
    const other = taken.get(field)
    if (other !== undefined) throw refused(`The columns "${other}" and "${header}" both go to ${field}. Choose one.`)
    taken.set(field, header)
    targets[header] = { ...target, field }
  }
  if (!taken.size) throw refused(NO_MAPPING)
  if (!KEYS.some((key) => taken.has(key)))
    throw refused('People are told apart by their email or user ID. Map a column to one of them.')
  return targets
}

/** Takes an uploaded file to be imported; new fields are made, the rest is done by a job. */
export const createImport = async (
  house: House,
  people: PeopleDoor,
  { accountId, memberId }: { accountId: number; memberId: number },
  wanted: NewImport,
): Promise<number> => {
  const file = await findUpload(house, accountId, wanted.peopleFileKey)
  const { headers, numPeople, encoding } = await readFacts(file, wanted.encoding)
  if (!numPeople) throw refused('No people to import.')
  const mapping = cleanMapping(wanted.fieldMapping, headers)
  const now = house.clock.now()
  const name =
    wanted.name || file.fileName.replace(/\.[a-z]{1,5}$/i, '') || `Import of ${now.toISOString().slice(0, 10)}`
  return house.db.account(accountId, async (tx) => {
    const fields = Object.values(mapping).map(({ field, title, type = 'string', format = null }) => ({
      name: field,
      title,
      type,
      format: type === 'string' ? format : null,
      isArray: false,
    }))
    await people.ensureFields(
      tx,
      accountId,
      fields.filter((field) => field.name !== 'id'),
    )
    const tags = tagsIn(wanted.tags)
    if (tags.length) await people.tagIds(tx, accountId, tags)
    const { existingPeopleStrategy: strategy = 'update', peopleFileKey } = wanted
    const values = [
      accountId,
      name,
      peopleFileKey,
      numPeople,
      headers,
      JSON.stringify(mapping),
      tags,
      strategy,
      encoding,
      memberId,
      now,
    ]
    const row = await tx.one<{ id: number }>(MAKE, values)
    const id = row?.id ?? 0
    await house.jobs.add(tx, 'imports.run', { accountId, id }, { key: `import:${id}` })
    return id
  })
}
