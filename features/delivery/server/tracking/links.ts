import { hash } from 'node:crypto'
import type { Db, Tx } from '@millrace/kit/server'
import type { SendKey } from '../ledger/row.ts'

const digest = (url: string) => hash('sha256', url, 'buffer')

/** Adds addresses to the list of an email; those that are there stay as they are. */
const INSERT = `insert into email_links (account_id, email_id, url, url_hash)
  select $1::int, $2::bigint, u.url, u.url_hash from unnest($3::text[], $4::bytea[]) as u (url, url_hash)
  on conflict (account_id, email_id, url_hash) do nothing`

/** Ids of an email's addresses. */
const SELECT = `select id, url from email_links where account_id = $1 and email_id = $2 and url_hash = any($3::bytea[])`

/** Where a link leads, for a mail of the email that it stands in. */
const URL_OF = `select l.url from sends s join email_links l on l.account_id = $1 and l.email_id = s.email_id
  where s.account_id = $1 and s.reason_at = $2 and s.id = $3 and l.id = $4`

/** The list of link addresses, remembered in this process. */
export type LinkList = {
  /** Ids of an email's links, as they are written in it. */
  idsOf(db: Db, accountId: number, emailId: number, urls: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The address of a link of the email that a mail was made from; undefined where that email has no such link. */
  urlOf(tx: Tx, send: SendKey, linkId: number): Promise<string | undefined>
}

const listed = async (tx: Tx, accountId: number, emailId: number, urls: readonly string[]) => {
  const hashes = urls.map(digest)
  await tx.run(INSERT, [accountId, emailId, urls, hashes], 'links-insert')
  return tx.rows<{ id: number; url: string }>(SELECT, [accountId, emailId, hashes], 'links-select')
}

/** Opens the list of link addresses. */
export const linkList = (): LinkList => {
  const ids = new Map<string, Map<string, number>>()
  return {
    idsOf: async (db, accountId, emailId, wanted) => {
      const name = `${accountId}.${emailId}`
      const known = ids.get(name) ?? new Map<string, number>()
      const missing = [...new Set(wanted)].filter((url) => !known.has(url))
      if (missing.length) {
        // Remembered only once it is committed.
        for (const { id, url } of await db.system((tx) => listed(tx, accountId, emailId, missing))) known.set(url, id)
        if (ids.size > 5_000) ids.clear()
        ids.set(name, known)
      }
      return known
    },
    urlOf: async (tx, send, linkId) => {
      const row = await tx.one<{ url: string }>(URL_OF, [send.accountId, send.reasonAt, send.id, linkId], 'links-url')
      return row?.url
    },
  }
}
