import { numberList, type Tx } from '@millrace/kit/server'
import type { BroadcastPorts } from '../ports.ts'
import { contentsOf } from '../rules/contents.ts'
import { sameWall } from '../rules/moments.ts'
import { dealByLot, dealExactly, type Share } from '../rules/shares.ts'
import type { BroadcastRow } from '../store/rows.ts'

/** Somebody of an audience: what they get and when, or why they do not. */
export type Judged = { personId: number; why: string | null; dueAt: Date } & Share

const ALONE: Share = { variant: 0, isRest: false }

/** The time zones that people are in. */
const ZONES = `select p.id, p.timezone from people p where p.account_id = $1 and p.id = any($2::bigint[]) and p.timezone is not null`

const duesOf = async (tx: Tx, row: BroadcastRow, ids: readonly number[], now: Date, accountZone: string) => {
  const at = row.sendAt ?? now
  if (!row.usesZones) return () => at
  const found = await tx.rows<{ id: number; timezone: string }>(ZONES, [row.accountId, numberList(ids)])
  const byZone = new Map<string, Date>()
  const dueIn = (zone: string) => {
    const known = byZone.get(zone) ?? sameWall(at, accountZone, zone)
    byZone.set(zone, known)
    return known
  }
  const dues = new Map(found.map(({ id, timezone }) => [id, dueIn(timezone)]))
  return (id: number) => dues.get(id) ?? at
}

/** Why people do not get what they were dealt, where a variant's email asks for more than the control's. */
const byVariant = async (
  tx: Tx,
  { delivery }: BroadcastPorts,
  row: BroadcastRow,
  dealt: ReadonlyMap<number, Share>,
) => {
  const contents = contentsOf(row)
  const reasons = new Map<number, string>()
  for (const [index, { emailId }] of contents.entries()) {
    if (index === 0 || emailId === contents[0]?.emailId) continue
    const ids = [...dealt].filter(([, { variant, isRest }]) => variant === index && !isRest).map(([id]) => id)
    if (!ids.length) continue
    const asked = { emailId: emailId ?? 0, ...pinnedOf(row, index) }
    for (const [id, why] of await delivery.whyNot(tx, row.accountId, asked, ids)) reasons.set(id, why)
  }
  return reasons
}

const pinnedOf = ({ variantIds }: BroadcastRow, index: number) => {
  const variantId = variantIds[index]
  return variantId ? { variantId } : {}
}

type Asked = { now: Date; accountZone: string; isWhole: boolean }

/**
 * Says of people of an audience what they get, when, or why they do not. `isWhole` where they are all there is: then the parts
 * of a test have the sizes that were asked for, else everybody is dealt by lot.
 */
export const judge = async (
  tx: Tx,
  ports: BroadcastPorts,
  row: BroadcastRow,
  ids: readonly number[],
  { now, accountZone, isWhole }: Asked,
): Promise<Judged[]> => {
  if (!ids.length) return []
  const [control] = contentsOf(row)
  const asked = { emailId: control?.emailId ?? 0, ...pinnedOf(row, 0) }
  const reasons = new Map<number, string>(await ports.delivery.whyNot(tx, row.accountId, asked, ids))
  const left = ids.filter((id) => !reasons.has(id))
  const test = row.abTest?.enabled ? row.abTest : undefined
  const deal = isWhole ? dealExactly : dealByLot
  const shares = test ? deal(test, row.id, left) : left.map(() => ALONE)
  const dealt = new Map(left.map((id, index) => [id, shares[index] ?? ALONE]))
  for (const [id, why] of await byVariant(tx, ports, row, dealt)) reasons.set(id, why)
  const dueOf = await duesOf(tx, row, ids, now, accountZone)
  return ids.map((personId) => ({
    personId,
    why: reasons.get(personId) ?? null,
    dueAt: dueOf(personId),
    ...(dealt.get(personId) ?? ALONE),
  }))
}
