import type { House } from '@millrace/kit/server'
import { EXPORT_DAYS } from '../../contract/index.ts'

/** What a mailed link opens: the file of one job. */
export type ExportLink = { accountId: number; id: number; key: string }

/** Which links those are: what their tokens are for, and the call that they open. */
export type ExportAddress = { purpose: string; path: string }

/** Links to exports of people. */
export const PEOPLE_EXPORTS: ExportAddress = { purpose: 'people.export', path: '/v1/people/export' }

/** How long a file is kept and its link works. */
export const EXPORT_MS = EXPORT_DAYS * 86_400_000

/** The address of an export's file, for everybody who has it, for some days. */
export const exportLink = (house: House, { purpose, path }: ExportAddress, link: ExportLink): string => {
  const token = house.keys.token(purpose, link, new Date(house.clock.now().getTime() + EXPORT_MS))
  return `${house.publicUrl}${path}?token=${token}`
}

/** What a link opens; undefined where it is forged or over its time. */
export const readExportLink = (house: House, { purpose }: ExportAddress, token: string): ExportLink | undefined =>
  house.keys.readToken<ExportLink>(purpose, token, house.clock.now())
