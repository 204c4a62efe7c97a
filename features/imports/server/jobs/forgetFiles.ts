import { type JobHandler, job } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'
import { UNDO_DAYS } from '../../contract/index.ts'
import { removeUpload } from '../files/uploads.ts'

const DAY = 86_400_000

/** Files that are old and not being imported. */
const OLD = `
select f.account_id, f.key from import_files f /* across accounts: whose files are old */ where f.created_at < $1 and not exists (
  select 1 from imports i where i.account_id = f.account_id and i.file_key = f.key and i.status in ('queued', 'running', 'paused')
) limit 1000`

const FORGET = `delete from import_files where account_id = $1 and key = $2`

/** Imports that can no longer be taken back, and checks of yesterday. */
const PAST = `
select i.account_id, i.id, i.purpose from imports i /* across accounts: whose past is over */
where (i.purpose = 'import' and i.keeps_history and i.finished_at < $1 and i.status <> 'undoing')
  or (i.purpose = 'check' and i.created_at < $2) limit 1000`

/** Forgets what an import did to people. */
const FORGET_CHANGES = `delete from import_changes where account_id = $1 and import_id = $2`

/** Notes that an import cannot be taken back any more. */
const CLOSE = `update imports set keeps_history = false where account_id = $1 and id = $2`

/** Forgets whom a check had seen. */
const FORGET_KEYS = `delete from import_keys where account_id = $1 and import_id = $2`

const DROP_CHECK = `delete from imports where account_id = $1 and id = $2 and purpose = 'check'`

const forgetOldFiles = async (house: House, before: Date) => {
  const old = await house.db.system((tx) => tx.rows<{ account_id: number; key: string }>(OLD, [before]))
  for (const { account_id: accountId, key } of old) {
    await removeUpload(house, key)
    await house.db.system((tx) => tx.run(FORGET, [accountId, key]))
  }
}

const forgetPast = async (house: House, before: Date, yesterday: Date) => {
  const past = await house.db.system((tx) =>
    tx.rows<{ account_id: number; id: number; purpose: string }>(PAST, [before, yesterday]),
  )
  for (const { account_id: accountId, id, purpose } of past) {
    await house.db.system(async (tx) => {
      if (purpose === 'check') {
        await tx.run(FORGET_KEYS, [accountId, id])
        return tx.run(DROP_CHECK, [accountId, id])
      }
      await tx.run(FORGET_CHANGES, [accountId, id])
      return tx.run(CLOSE, [accountId, id])
    })
  }
}

/** Removes uploaded files, and what is written down of imports to take them back, after 30 days; checks after one. */
export const forgetFiles = (house: House): JobHandler =>
  job({
    name: 'imports.forgetFiles',
    schema: z.looseObject({}),
    cron: '40 3 * * *',
    run: async () => {
      const now = house.clock.now().getTime()
      const before = new Date(now - UNDO_DAYS * DAY)
      await forgetOldFiles(house, before)
      await forgetPast(house, before, new Date(now - DAY))
    },
  })
