import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Keys, Tx } from '@millrace/kit/server'
import type { SigningKey } from '../mime/dkim.ts'
import { domainOf } from '../mime/headers.ts'

/** Opens sealed keys and keeps them opened. */
export type Sealed = { open(sealed: string): KeyObject }

/** Keys opened once; there are few of them. */
export const sealedKeys = (keys: Keys): Sealed => {
  const opened = new Map<string, KeyObject>()
  return {
    open: (sealed) => {
      const known = opened.get(sealed)
      if (known) return known
      const key = createPrivateKey(keys.open(sealed))
      if (opened.size > 10_000) opened.clear()
      opened.set(sealed, key)
      return key
    },
  }
}

/** Verified domains among these, with the keys whose records were found in DNS. */
const DOMAINS = `select domain, selector, rsa_key as "rsaKey", ed_key as "edKey", records from sender_domains
  where account_id = $1 and domain = any($2::text[]) and status = 'verified'`

type Row = {
  domain: string
  selector: string
  rsaKey: string
  edKey: string | null
  records: { host: string; valid: boolean }[]
}

/** The selector under which a domain's Ed25519 key stands. */
export const edSelector = (selector: string): string => `${selector}-ed`

/** The keys that sign for the domain of each sender address, by address. */
export const signingKeys = async (
  tx: Tx,
  accountId: number,
  senders: readonly string[],
  sealed: Sealed,
): Promise<ReadonlyMap<string, readonly SigningKey[]>> => {
  if (!senders.length) return new Map()
  const rows = await tx.rows<Row>(DOMAINS, [accountId, [...new Set(senders.map(domainOf))]], 'senders-keys')
  const byDomain = new Map(rows.map((row) => [row.domain, keysOf(row, sealed)]))
  return new Map(senders.map((email) => [email, byDomain.get(domainOf(email)) ?? []]))
}

const keysOf = ({ domain, selector, rsaKey, edKey, records }: Row, sealed: Sealed): SigningKey[] => {
  // Always the first: of the second alone many mailboxes know nothing, and a signature that fails counts as none (RFC 6376, 6.1).
  const rsa: SigningKey = { domain, selector, algorithm: 'rsa-sha256', key: sealed.open(rsaKey) }
  const ed = edSelector(selector)
  const hasEd = edKey && records.some(({ valid, host }) => valid && host.startsWith(`${ed}.`))
  return hasEd ? [rsa, { domain, selector: ed, algorithm: 'ed25519-sha256', key: sealed.open(edKey) }] : [rsa]
}
