import type { House } from '@millrace/kit/server'
import { EXPORT_DAYS } from '../../contract/index.ts'
import type { JobRow } from './jobRow.ts'

const PURPOSE = 'people.export'

/** What a mailed link opens: the file of one job. */
export type ExportLink = { accountId: number; id: number; key: string }

/** How long a file is kept and its link works. */
export const EXPORT_MS = EXPORT_DAYS * 86_400_000

/** The address of an export's file, for everybody who has it, for some days. */
export const exportLink = (house: House, accountId: number, { id, file_key: key }: JobRow): string => {
  const token = house.keys.token(PURPOSE, { accountId, id, key }, new Date(house.clock.now().getTime() + EXPORT_MS))
  return `${house.publicUrl}/v1/people/export?token=${token}`
}

/** What a link opens; undefined where it is forged or over its time. */
export const readExportLink = (house: House, token: string): ExportLink | undefined =>
  house.keys.readToken<ExportLink>(PURPOSE, token, house.clock.now())
