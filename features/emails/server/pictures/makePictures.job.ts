import { randomBytes } from 'node:crypto'
import { job } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { z } from 'zod'
import { keepFiles, removeFile } from '../images/imageBytes.ts'
import { type ImageFiles, PICTURE } from '../images/imageFiles.ts'
import { paintMail } from './paint.ts'

const AT_ONCE = 20
const LONGEST_MS = 45_000

/** Emails whose small picture shows another version than the saved one. */
const DUE = `/* across accounts: emails without a picture of what is sent */
  select e.account_id as "accountId", e.id, e.version, v.html
  from emails e join email_versions v on v.account_id = e.account_id and v.email_id = e.id and v.version = e.version
  where e.preview_version <> e.version and e.archived_at is null order by e.account_id, e.id limit ${AT_ONCE}`

type Due = { accountId: number; id: number; version: number; html: string }

const isOurs = (home: string, address: string | null): address is string =>
  address === null || address.startsWith(`${home}${PICTURE}`)

const removeOld = async (tx: Tx, accountId: number, home: string, address: string) => {
  // A copy of the email may show the same picture until it has its own.
  const users = await tx.rows('select 1 from emails where account_id = $1 and preview_image = $2 limit 1', [
    accountId,
    address,
  ])
  if (!users.length) await removeFile(tx, accountId, address.slice(home.length))
}

const keepPicture = (house: House, home: string, { accountId, id, version }: Due, picture: Buffer | undefined) =>
  house.db.system(async (tx) => {
    // Somebody may have saved, or given a picture of their own, while it was painted.
    const email = await tx.one<{ picture: string | null }>(
      `select preview_image as picture from emails where account_id = $1 and id = $2 and version = $3 for update`,
      [accountId, id, version],
    )
    if (!email) return
    const isKept = !picture || !isOurs(home, email.picture)
    const key = `${PICTURE}${randomBytes(18).toString('base64url')}.webp`
    if (!isKept && picture) await keepFiles(tx, accountId, [{ key, bytes: picture }], house.clock.now())
    // The picture of this version; an address that somebody gave stays.
    await tx.run('update emails set preview_version = $3, preview_image = $4 where account_id = $1 and id = $2', [
      accountId,
      id,
      version,
      isKept ? email.picture : home + key,
    ])
    if (!isKept && email.picture) await removeOld(tx, accountId, home, email.picture)
  })

/** Makes small pictures of emails that were saved, once a minute, without a browser. */
export const makePictures = (house: House, files: ImageFiles) =>
  job({
    name: 'emails.pictures',
    schema: z.object({}).loose(),
    cron: '* * * * *',
    attempts: 1,
    run: async (_payload, signal) => {
      const home = `${house.publicUrl}/images/`
      const until = performance.now() + LONGEST_MS
      for (;;) {
        const due = await house.db.system((tx) => tx.rows<Due>(DUE))
        for (const email of due) {
          if (signal.aborted || performance.now() > until) return
          const picture = await paintMail(files, home, email.html).catch((error: Error) => {
            house.log.warn({ err: error, emailId: email.id }, 'A picture of an email could not be made')
            return undefined
          })
          await keepPicture(house, home, email, picture)
        }
        if (due.length < AT_ONCE) return
      }
    },
  })
