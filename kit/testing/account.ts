import { randomBytes } from 'node:crypto'
import type { Scope } from '../contract/index.ts'
import { openLane } from '../jobs/changes.ts'
import type { Db } from '../server/database.ts'

/** What a test wants to be special about its account. */
export type NewAccount = { name?: string; site?: string; timezone?: string; email?: string }

/** An account of a test, with its owner; hand it to `as` to call as that owner. */
export type TestAccount = {
  accountId: number
  memberId: number
  email: string
  writeKey: string
  isOwner: true
  scopes: readonly Scope[]
}

const INSERT_ACCOUNT = `insert into accounts (name, site, timezone, email, write_key, referral_code, created_at)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`

const INSERT_MEMBER = 'insert into members (email, name, created_at) values ($1, $2, $3) returning id'

const INSERT_MEMBERSHIP =
  'insert into memberships (account_id, member_id, is_owner, created_at) values ($1, $2, true, $3)'

/** Makes an account, its owner and its lane. */
export const newAccount = (db: Db, now: Date, wanted: NewAccount = {}): Promise<TestAccount> =>
  db.system(async (tx) => {
    const mark = randomBytes(6).toString('hex')
    const { name = 'Acme', site = 'https://acme.example', timezone = 'UTC' } = wanted
    const email = wanted.email ?? `owner-${mark}@acme.example`
    const writeKey = `write-${mark}`
    const values = [name, site, timezone, email, writeKey, `refer-${mark}`, now]
    const account = await tx.one<{ id: number }>(INSERT_ACCOUNT, values)
    const member = await tx.one<{ id: number }>(INSERT_MEMBER, [email, 'Olive Owner', now])
    const accountId = account!.id
    const memberId = member!.id
    await tx.run(INSERT_MEMBERSHIP, [accountId, memberId, now])
    await openLane(tx, accountId)
    return { accountId, memberId, email, writeKey, isOwner: true, scopes: [] }
  })
