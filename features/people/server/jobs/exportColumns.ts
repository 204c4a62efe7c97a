import type { Tx } from '@millrace/kit/server'

/** A column of an exported file. */
export type ExportColumn = { name: string; header: string }

/** What people have besides their fields, behind them. */
const BEHIND: readonly ExportColumn[] = [
  { name: 'unsubscribedAt', header: 'Unsubscribed at' },
  { name: 'archived', header: 'Archived' },
  { name: 'archivedAt', header: 'Archived at' },
  { name: 'updatedAt', header: 'Updated' },
]

/** The person fields of an account, the built-in ones first. */
const FIELDS = `
select f.name, f.title as header from person_fields f where f.account_id = $1
order by f.account_id, f.is_first_class desc, f.created_at, lower(f.title), f.name`

/** Titles that say which column it is: one that several have gets the field's name behind it. */
export const distinctHeaders = (columns: readonly ExportColumn[]): ExportColumn[] => {
  const seen = new Map<string, number>()
  for (const { header } of columns) seen.set(header.toLowerCase(), (seen.get(header.toLowerCase()) ?? 0) + 1)
  return columns.map(({ name, header }) =>
    (seen.get(header.toLowerCase()) ?? 0) > 1 ? { name, header: `${header} (${name})` } : { name, header },
  )
}

/** The columns of an export: id, every person field, and what else is known; with `attributes` those alone. */
export const exportColumns = async (
  tx: Tx,
  accountId: number,
  attributes: readonly string[] | null,
): Promise<ExportColumn[]> => {
  const fields = await tx.rows<ExportColumn>(FIELDS, [accountId])
  const names = new Set(fields.map(({ name }) => name))
  const all = [{ name: 'id', header: 'ID' }, ...fields, ...BEHIND.filter(({ name }) => !names.has(name))]
  if (!attributes?.length) return distinctHeaders(all)
  const byName = new Map(all.map((column) => [column.name, column]))
  return distinctHeaders(
    ['id', ...attributes.filter((name) => name !== 'id')].flatMap((name) => byName.get(name) ?? []),
  )
}

/** A value as a file has it: lists by comma, yes and no as true and false, times as ISO texts. */
export const exportValue = (thing: Readonly<Record<string, unknown>>, name: string): string => {
  const value = thing[name]
  if (value === null || value === undefined) return ''
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item))).join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
