import { type JobHandler, job } from '@millrace/kit/jobs'
import type { House } from '@millrace/kit/server'
import { z } from 'zod'
import { removeUpload } from '../files/uploads.ts'

const KEPT_DAYS = 30

/** Files that are old and not being imported. */
const OLD = `
select f.account_id, f.key from import_files f /* across accounts: whose files are old */ where f.created_at < $1 and not exists (
  select 1 from imports i where i.account_id = f.account_id and i.file_key = f.key and i.status in ('queued', 'running')
) limit 1000`

const FORGET = `delete from import_files where account_id = $1 and key = $2`

/** Removes uploaded files after 30 days. */
export const forgetFiles = (house: House): JobHandler =>
  job({
    name: 'imports.forgetFiles',
    schema: z.looseObject({}),
    cron: '40 3 * * *',
    run: async () => {
      const before = new Date(house.clock.now().getTime() - KEPT_DAYS * 86_400_000)
      const old = await house.db.system((tx) => tx.rows<{ account_id: number; key: string }>(OLD, [before]))
      for (const { account_id: accountId, key } of old) {
        await removeUpload(house, key)
        await house.db.system((tx) => tx.run(FORGET, [accountId, key]))
      }
    },
  })
