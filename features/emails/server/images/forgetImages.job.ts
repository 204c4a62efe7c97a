import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { job } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { z } from 'zod'
import { COPIES, type ImageFiles } from './imageFiles.ts'

const KEPT_MS = 30 * 86_400_000
const AT_ONCE = 100

/** Files whose image was taken out of its library a month ago. */
const DUE = `/* across accounts: files of removed images */ select f.key, f.account_id as "accountId" from image_files f
  where f.removed_at < $1 and f.account_id is not null order by f.removed_at, f.key limit ${AT_ONCE}`

type Due = { key: string; accountId: number }

/** Where an account may show an image: emails in all their versions, snippets, kept rows, its logo, and mail with content of its own. */
const NAMED = `select w.stem from unnest($2::text[]) as w (stem)
  where exists (select 1 from email_versions v where v.account_id = $1
      and (position(w.stem in v.html) > 0 or position(w.stem in v.state::text) > 0))
    or exists (select 1 from snippets s where s.account_id = $1
      and (position(w.stem in s.html) > 0 or position(w.stem in s.content) > 0))
    or exists (select 1 from saved_rows r where r.account_id = $1 and position(w.stem in r.content::text) > 0)
    or exists (select 1 from accounts a where a.id = $1 and position(w.stem in a.logo) > 0)
    or exists (select 1 from sends m where m.account_id = $1 and m.content is not null
      and position(w.stem in m.content::text) > 0)`

/** The part of a key that its smaller copies share. */
const stemOf = (key: string) => key.replace(/(?:_\d+)?\.\w+$/, '')

const forgetSome = async (tx: Tx, accountId: number, keys: readonly string[], now: Date): Promise<string[]> => {
  const stems = [...new Set(keys.map(stemOf))]
  const named = new Set((await tx.rows<{ stem: string }>(NAMED, [accountId, stems])).map(({ stem }) => stem))
  const shown = keys.filter((key) => named.has(stemOf(key)))
  const gone = keys.filter((key) => !named.has(stemOf(key)))
  // What is still shown is looked at again in a month.
  await tx.run('update image_files set removed_at = $3 where account_id = $1 and key = any($2)', [
    accountId,
    shown,
    now,
  ])
  // The bytes go with their file.
  await tx.run('delete from image_files where account_id = $1 and key = any($2)', [accountId, gone])
  return gone
}

/** Lets the bytes of removed images go after a month where nothing shows them any more, once a night. */
export const forgetImages = (house: House, { folder }: Pick<ImageFiles, 'folder'>) =>
  job({
    name: 'emails.forget-images',
    schema: z.object({}).loose(),
    cron: '40 3 * * *',
    run: async (_payload, signal) => {
      for (let due: Due[] = []; !signal.aborted; ) {
        const now = house.clock.now()
        due = await house.db.system((tx) => tx.rows<Due>(DUE, [new Date(now.getTime() - KEPT_MS)]))
        if (!due.length) return
        for (const [accountId, files] of Map.groupBy(due, (file) => file.accountId)) {
          const keys = files.map(({ key }) => key)
          const gone = await house.db.system((tx) => forgetSome(tx, accountId, keys, now))
          for (const key of gone) await rm(join(folder, COPIES, key), { force: true })
        }
      }
    },
  })
