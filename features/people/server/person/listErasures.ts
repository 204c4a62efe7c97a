import type { House, Tx } from '@millrace/kit/server'
import type { Erasure } from '../../contract/index.ts'
import { addressHash } from './addressHash.ts'

type Row = Omit<Erasure, 'at'> & { at: Date }
type Wanted = { id?: number; hash?: string; limit?: number; offset?: number }

const WHERE = `e.account_id = $1 and ($2::bigint is null or e.id = $2) and ($3::text is null or e.address_hash = $3)`

/** Erasures with the member's name, newest first. */
const LIST = `
select e.id, e.at, coalesce(nullif(m.name, ''), m.email) as by, e.address_hash as "addressHash", e.removed
from person_erasures e left join members m on m.id = e.member_id
where ${WHERE} order by e.account_id, e.id desc limit $4 offset $5`

const COUNT = `select count(*)::int as total from person_erasures e where ${WHERE}`

/** Some erasures of an account, newest first, and how many there are. */
export const readErasures = async (
  tx: Tx,
  accountId: number,
  { id, hash, limit = 100, offset = 0 }: Wanted,
): Promise<{ erasures: Erasure[]; total: number }> => {
  const which = [accountId, id ?? null, hash ?? null]
  const rows = await tx.rows<Row>(LIST, [...which, limit, offset])
  const count = await tx.one<{ total: number }>(COUNT, which)
  return { erasures: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total: count?.total ?? 0 }
}

/** Erasures, newest first; with an address, those of that address. */
export const listErasures = (
  house: House,
  accountId: number,
  { address, ...page }: { address?: string; limit?: number; offset?: number },
) =>
  house.db.account(accountId, (tx) =>
    readErasures(tx, accountId, { ...page, ...(address?.trim() && { hash: addressHash(house, accountId, address) }) }),
  )
