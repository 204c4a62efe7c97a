import type { Tx } from '@millrace/kit/server'
import type { BroadcastPerson } from '../../contract/index.ts'
import { isEditable } from '../../contract/index.ts'
import { isWaiting, wordsOf } from '../figures/words.ts'
import type { Broadcasts } from '../ports.ts'
import { contentsOf } from '../rules/contents.ts'
import { type BroadcastRow, broadcastRow } from '../store/rows.ts'
import { excludedBefore } from './audienceSlice.ts'
import { type Behind, type Found, peopleBehind } from './behind.ts'

const NAMED = `select p.id, p.email, nullif(coalesce(p.fields ->> 'name', concat_ws(' ', p.fields ->> 'firstName', p.fields ->> 'lastName')), '') as name
  from people p where p.account_id = $1 and p.id = any($2::bigint[])`

type Named = { id: number; email: string | null; name: string | null }
type Listed = { people: BroadcastPerson[]; next: number | null }

const shape = async (tx: Tx, row: BroadcastRow, found: readonly Found[]): Promise<BroadcastPerson[]> => {
  const named = await tx.rows<Named>(NAMED, [row.accountId, found.map(({ personId }) => personId)])
  const byId = new Map(named.map((person) => [person.id, person]))
  const contents = contentsOf(row)
  return found.flatMap(({ personId, variant, state, why, at }) => ({
    ...(byId.get(personId) ?? { id: personId, email: null, name: null }),
    variantId: row.abTest?.enabled ? (contents[variant]?.variantId ?? null) : null,
    state,
    why: why === null ? null : wordsOf(why, isWaiting(state)),
    at: at?.toISOString() ?? null,
  }))
}

/** The people behind a figure, page by page. */
export const listBroadcastPeople = async (
  broadcasts: Broadcasts,
  accountId: number,
  id: number,
  { after = 0, limit = 100, ...behind }: Behind & { after?: number | undefined; limit?: number | undefined },
): Promise<Listed> => {
  const { house } = broadcasts
  const row = await house.db.account(accountId, (tx) => broadcastRow(tx, accountId, id))
  if (isEditable(row.status)) {
    if (behind.figure !== 'excluded' || row.segmentId === null) return { people: [], next: null }
    return excludedBefore(broadcasts, row, { after, limit, why: behind.why })
  }
  return house.db.account(accountId, async (tx) => {
    const found = await peopleBehind(tx, row, behind, after, limit)
    return { people: await shape(tx, row, found), next: found.length === limit ? (found.at(-1)?.place ?? null) : null }
  })
}
