import type { Asked, Fact } from '../engine/triggerMatch.ts'

/** The latest delivery that was about a person, to any address of the account. */
const LATEST = `select d.received_at as at from hook_deliveries d
  where d.account_id = $1 and d.person_id = $2 and d.state = 'taken' order by d.account_id, d.id desc limit 1`

/** Whether something was delivered about a person since a flow is on. */
export const latestDelivery = async ({ tx, accountId, personId, since }: Asked): Promise<Fact> => {
  const row = await tx.one<{ at: Date }>(LATEST, [accountId, personId])
  if (!row) return { isMet: false, fact: 'nothing was delivered about them', at: null }
  const isFresh = !since || row.at >= since
  const fact = isFresh ? 'was delivered' : 'was delivered before the flow was switched on'
  return { isMet: isFresh, fact, at: row.at.toISOString() }
}
