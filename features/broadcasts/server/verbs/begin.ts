import type { House, Tx } from '@millrace/kit/server'
import type { Broadcasts } from '../ports.ts'
import { contentsOf } from '../rules/contents.ts'
import { type BroadcastRow, writeBroadcast } from '../store/rows.ts'

/** The versions of emails that are sent at present. */
const VERSIONS = `select e.id, e.version from emails e where e.account_id = $1 and e.id = any($2::bigint[])`

/** Pins what goes out: an email that is saved later changes nothing of it. */
const pin = async (
  tx: Tx,
  { delivery }: Broadcasts['ports'],
  row: BroadcastRow,
): Promise<Pick<BroadcastRow, 'emailIds' | 'variantIds'>> => {
  const contents = contentsOf(row)
  const emailIds = contents.map(({ emailId }) => emailId ?? 0)
  const found = await tx.rows<{ id: number; version: number }>(VERSIONS, [row.accountId, emailIds])
  const versions = new Map(found.map(({ id, version }) => [id, version]))
  const variantIds: number[] = []
  for (const { variantId: _variantId, emailId, ...words } of contents) {
    const version = versions.get(emailId ?? 0)
    variantIds.push(await delivery.variantOf(tx, row.accountId, { emailId: emailId ?? 0, version, ...words }))
  }
  return { emailIds, variantIds }
}

/** Queues the next part of the freezing of an audience. */
export const queueFreeze = (tx: Tx, house: House, accountId: number, id: number): Promise<void> =>
  house.jobs.add(tx, 'broadcasts.freeze', { accountId, id }, { key: `broadcast:${accountId}:${id}`, attempts: 25 })

/** Begins a broadcast: pins what it sends and lets its audience be frozen. Whoever holds its row calls it. */
export const begin = async (tx: Tx, { house, ports }: Broadcasts, row: BroadcastRow): Promise<BroadcastRow> => {
  const now = house.clock.now()
  const pinned = await pin(tx, ports, row)
  await queueFreeze(tx, house, row.accountId, row.id)
  return writeBroadcast(tx, row, {
    ...pinned,
    status: 'sending',
    startedAt: new Date(now.getTime()),
    sendAt: row.sendAt ?? now,
    startsAt: null,
    frozenTo: 0,
    problem: null,
    revision: row.revision + 1,
    updatedAt: now,
  })
}

/** Ends a broadcast that cannot begin, with why. */
export const failToBegin = (tx: Tx, house: House, row: BroadcastRow, problem: string): Promise<BroadcastRow> => {
  const now = house.clock.now()
  return writeBroadcast(tx, row, {
    status: 'failed',
    startedAt: now,
    startsAt: null,
    endedAt: now,
    problem,
    revision: row.revision + 1,
    updatedAt: now,
  })
}
