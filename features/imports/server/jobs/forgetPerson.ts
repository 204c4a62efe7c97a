import { type JobHandler, job } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'
import { openFile } from '../csv/openFile.ts'
import { BrokenCsv } from '../csv/readCsv.ts'
import { isKept, pathOf, removeUpload } from '../files/uploads.ts'

/** Files of an account, and whether an import still reads them. */
const FILES = `
select f.key, exists (
  select 1 from imports i where i.account_id = $1 and i.file_key = f.key and i.status not in ('done', 'failed', 'canceled')
) as "isRead" from import_files f where f.account_id = $1 and f.uploaded_at is not null`

const FORGET = `delete from import_files where account_id = $1 and key = $2`

const tells = async (path: string, traces: readonly string[]): Promise<boolean> => {
  try {
    for await (const { values } of (await openFile(path)).rows()) {
      const row = values.join('\n').toLowerCase()
      if (traces.some((trace) => row.includes(trace))) return true
    }
    return false
  } catch (error) {
    // What cannot be read as a file of people may hold anything.
    if (error instanceof BrokenCsv) return true
    throw error
  }
}

/** Removes uploaded files that an erased person stands in; one that an import still reads is looked at again later. */
export const forgetPerson = (house: House): JobHandler =>
  job({
    name: 'imports.forget-person',
    schema: z.object({ accountId: z.number(), sealed: z.string() }),
    attempts: 25,
    run: async ({ accountId, sealed }, signal) => {
      const traces = JSON.parse(house.keys.open(sealed)) as string[]
      const files = await house.db.account(accountId, (tx) =>
        tx.rows<{ key: string; isRead: boolean }>(FILES, [accountId]),
      )
      let areLeft = 0
      for (const { key, isRead } of files) {
        if (signal.aborted) throw new Error('stopped; goes on later')
        if (!(await isKept(house, key)) || !(await tells(pathOf(house, key), traces))) continue
        if (isRead) {
          areLeft++
          continue
        }
        await removeUpload(house, key)
        await house.db.account(accountId, (tx) => tx.run(FORGET, [accountId, key]))
      }
      if (areLeft) throw new Error(`${areLeft} files are still being imported`)
    },
  })
