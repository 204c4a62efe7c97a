import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { conflict, type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { bareDomain, type DnsRecord, type SenderDomain } from '../../contract/index.ts'
import { judgeRecord, wantedRecords } from './dnsRecords.ts'

/** Asks DNS for the TXT records of a host; an empty list where there are none, undefined where DNS did not answer. */
export type LookUp = (host: string) => Promise<string[] | undefined>

type Row = {
  id: number
  domain: string
  status: SenderDomain['status']
  accountId: number
  records: DnsRecord[]
  error: string | null
  createdAt: Date
  checkedAt: Date | null
}

const COLUMNS = `id, domain, status, account_id as "accountId", records, error, created_at as "createdAt", checked_at as "checkedAt"`
const newKey = promisify(generateKeyPair)

const shown = ({ records, error, createdAt, checkedAt, ...row }: Row): SenderDomain => ({
  ...row,
  dns: records,
  ...(error && { error }),
  createdAt: createdAt.toISOString(),
  checkedAt: checkedAt?.toISOString() ?? null,
})

const mustBe = (row: Row | undefined): SenderDomain => {
  if (!row) throw notFound('There is no such domain.')
  return shown(row)
}

/** All domains of an account, the newest first. */
export const listDomains = async (tx: Tx, accountId: number): Promise<SenderDomain[]> => {
  const rows = await tx.rows<Row>(
    `select ${COLUMNS} from sender_domains where account_id = $1 order by created_at desc, account_id, id`,
    [accountId],
  )
  return rows.map(shown)
}

const makeKeys = async () => {
  const [rsa, ed] = await Promise.all([newKey('rsa', { modulusLength: 2048 }), newKey('ed25519', {})])
  const spki = (key: typeof rsa.publicKey) => key.export({ type: 'spki', format: 'der' })
  const pem = (key: typeof rsa.privateKey) => key.export({ type: 'pkcs8', format: 'pem' }) as string
  return {
    rsaKey: pem(rsa.privateKey),
    rsaPublic: spki(rsa.publicKey).toString('base64'),
    edKey: pem(ed.privateKey),
    edPublic: spki(ed.publicKey).subarray(-32).toString('base64'),
  }
}

/** Adds a domain with its keys, sealed. */
const ADD = `insert into sender_domains (account_id, domain, selector, rsa_key, rsa_public, ed_key, ed_public, records,
    created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
  on conflict (account_id, domain) do nothing returning ${COLUMNS}`

/** Adds a sending domain; what was typed is reduced to its bare host name. */
export const addDomain = async (house: House, accountId: number, typed: string): Promise<SenderDomain> => {
  const domain = bareDomain(typed)
  if (!domain) throw refused('Invalid domain name')
  const keys = await makeKeys()
  const selector = 'millrace'
  const records = wantedRecords({ domain, selector, ...keys })
  const sealed = [house.keys.seal(keys.rsaKey), keys.rsaPublic, house.keys.seal(keys.edKey), keys.edPublic]
  const values = [accountId, domain, selector, ...sealed, JSON.stringify(records), house.clock.now()]
  const row = await house.db.account(accountId, (tx) => tx.one<Row>(ADD, values))
  if (!row) throw conflict(`The domain ${domain} is there already.`)
  return shown(row)
}

/** Writes what DNS said of a domain. */
const JUDGED = `update sender_domains set records = $3, status = $4, error = $5, checked_at = $6, updated_at = $6
  where account_id = $1 and id = $2 returning ${COLUMNS}`

/** Looks up the records of a domain; it is verified when all that are not optional are there. */
export const verifyDomain = async (
  house: House,
  lookUp: LookUp,
  accountId: number,
  id: number,
): Promise<SenderDomain> => {
  // The domain as it was last seen.
  const known = await house.db.account(accountId, (tx) =>
    tx.one<Row>(`select ${COLUMNS} from sender_domains where account_id = $1 and id = $2`, [accountId, id]),
  )
  const { dns } = mustBe(known)
  const records = await Promise.all(dns.map(async (record) => judgeRecord(record, await lookUp(record.host))))
  const missing = records.filter((record) => !record.valid && !record.optional)
  const status = missing.length ? 'failed' : 'verified'
  const error = missing.length ? `Not found yet: ${missing.map((record) => record.host).join(', ')}` : null
  const values = [accountId, id, JSON.stringify(records), status, error, house.clock.now()]
  return mustBe(await house.db.account(accountId, (tx) => tx.one<Row>(JUDGED, values)))
}

/** Removes a domain with its keys. */
export const deleteDomain = (house: House, accountId: number, id: number): Promise<SenderDomain> =>
  house.db.account(accountId, async (tx) =>
    // Mail from it is skipped from now on, unless its address is verified by itself.
    mustBe(
      await tx.one<Row>(`delete from sender_domains where account_id = $1 and id = $2 returning ${COLUMNS}`, [
        accountId,
        id,
      ]),
    ),
  )
