import { conflict, type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { bareDomain, type DnsRecord, type SenderDomain } from '../../contract/index.ts'
import { checkRecord, type DomainKeys, wantedRecords } from './dnsRecords.ts'
import { makeKeys, makeSelector } from './domainKeys.ts'
import { tellOfMissingKey } from './domainMail.ts'
import type { LookUp } from './lookUp.ts'
import { GRACE_MS, mustTell, nextLook, type Standing, standingAfter } from './standing.ts'

type Row = Standing &
  DomainKeys & {
    id: number
    accountId: number
    records: DnsRecord[]
    error: string | null
    createdAt: Date
    checkedAt: Date | null
    nextCheckAt: Date | null
  }

const COLUMNS = `id, domain, status, account_id as "accountId", selector, rsa_public as "rsaPublic", ed_public as "edPublic",
  records, error, created_at as "createdAt", checked_at as "checkedAt", next_check_at as "nextCheckAt",
  failing_since as "failingSince", told_at as "toldAt", verified_at as "verifiedAt"`

const shown = (row: Row): SenderDomain => {
  const { id, domain, status, accountId, error, createdAt, checkedAt, nextCheckAt, failingSince, verifiedAt } = row
  const endsAt = status === 'verified' && failingSince ? new Date(failingSince.getTime() + GRACE_MS) : null
  return {
    id,
    domain,
    status,
    accountId,
    dns: row.records,
    ...(error && { error }),
    createdAt: createdAt.toISOString(),
    checkedAt: checkedAt?.toISOString() ?? null,
    nextCheckAt: nextCheckAt?.toISOString() ?? null,
    failingSince: (verifiedAt && failingSince?.toISOString()) || null,
    endsAt: endsAt?.toISOString() ?? null,
  }
}

const mustBe = (row: Row | undefined): Row => {
  if (!row) throw notFound('There is no such domain.')
  return row
}

/** All domains of an account, the newest first. */
export const listDomains = async ({ settings }: House, tx: Tx, accountId: number): Promise<SenderDomain[]> => {
  const rows = await tx.rows<Row>(
    `select ${COLUMNS} from sender_domains where account_id = $1 order by created_at desc, account_id, id`,
    [accountId],
  )
  return rows.map((row) => shown({ ...row, records: wantedRecords(row, settings, row.records) }))
}

/** Adds a domain with its keys, sealed. */
const ADD = `insert into sender_domains (account_id, domain, selector, rsa_key, rsa_public, ed_key, ed_public, records,
    created_at, updated_at, next_check_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10)
  on conflict (account_id, domain) do nothing returning ${COLUMNS}`

const FIRST_LOOK_MS = 5 * 60_000

/** Adds a sending domain; what was typed is reduced to its bare host name. */
export const addDomain = async (house: House, accountId: number, typed: string): Promise<SenderDomain> => {
  const domain = bareDomain(typed)
  if (!domain) throw refused('Invalid domain name')
  const keys = await makeKeys()
  const selector = makeSelector(accountId)
  const records = wantedRecords({ domain, selector, ...keys }, house.settings)
  const sealed = [house.keys.seal(keys.rsaKey), keys.rsaPublic, house.keys.seal(keys.edKey), keys.edPublic]
  const now = house.clock.now()
  const firstLook = new Date(now.getTime() + FIRST_LOOK_MS)
  const values = [accountId, domain, selector, ...sealed, JSON.stringify(records), now, firstLook]
  const row = await house.db.account(accountId, (tx) => tx.one<Row>(ADD, values))
  if (!row) throw conflict(`The domain ${domain} is there already.`)
  return shown(row)
}

const ONE = `select ${COLUMNS} from sender_domains where account_id = $1 and id = $2`

/** Writes what DNS said of a domain, and where it stands now. */
const JUDGED = `update sender_domains set records = $3, status = $4, error = $5, checked_at = $6, updated_at = $6,
    next_check_at = $7, failing_since = $8, told_at = $9, verified_at = $10
  where account_id = $1 and id = $2 returning ${COLUMNS}`

const errorOf = (records: readonly DnsRecord[]) => {
  const required = records.filter((record) => !record.optional)
  const silent = required.filter((record) => record.seen === 'unanswered')
  if (silent.length) return `DNS did not answer for ${silent.map((record) => record.host).join(', ')}`
  const missing = required.filter((record) => !record.valid)
  return missing.length ? `Not found yet: ${missing.map((record) => record.host).join(', ')}` : null
}

const judge = async (house: House, tx: Tx, accountId: number, id: number, records: readonly DnsRecord[]) => {
  // Two who look at the same time write one after the other.
  const before = mustBe(await tx.one<Row>(`${ONE} for update`, [accountId, id]))
  const now = house.clock.now()
  const after = standingAfter(before, records, now)
  if (mustTell(before, after)) {
    await tellOfMissingKey(house, tx, accountId, { id, domain: before.domain, records, standing: after })
    after.toldAt = now
  }
  const { status, failingSince, toldAt, verifiedAt } = after
  const times = [now, nextLook(after, before.createdAt, now), failingSince, toldAt, verifiedAt]
  const values = [accountId, id, JSON.stringify(records), status, errorOf(records), ...times]
  return mustBe(await tx.one<Row>(JUDGED, values))
}

/**
 * Looks up the records of a domain; it is verified when all that are not optional are there. Members are told where the
 * key of a verified domain stays away, and when its mail stops.
 */
export const verifyDomain = async (
  house: House,
  lookUp: LookUp,
  accountId: number,
  id: number,
): Promise<SenderDomain> => {
  const known = mustBe(await house.db.account(accountId, (tx) => tx.one<Row>(ONE, [accountId, id])))
  const wanted = wantedRecords(known, house.settings, known.records)
  const records = await Promise.all(wanted.map((record) => checkRecord(record, lookUp)))
  const row = await house.db.account(accountId, (tx) => judge(house, tx, accountId, id, records))
  return shown(row)
}

/** Removes a domain with its keys. */
export const deleteDomain = (house: House, accountId: number, id: number): Promise<SenderDomain> =>
  house.db.account(accountId, async (tx) => {
    // Mail from it is not sent from now on, unless its address is verified by itself.
    const row = await tx.one<Row>(`delete from sender_domains where account_id = $1 and id = $2 returning ${COLUMNS}`, [
      accountId,
      id,
    ])
    return shown(mustBe(row))
  })
