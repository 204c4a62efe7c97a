import type { Tx } from '@millrace/kit/server'
import { giveRoomBack } from '../brakes/throttles.ts'
import { giveToDay } from '../brakes/warmUp.ts'
import { giveProviderRoomBack } from '../providers/pace.ts'
import type { Claimed } from './sendBatch.ts'
import { fromDomain, isBraked, recipientsOf, type Sorted } from './sortBatch.ts'

/**
 * Gives back what was spent for mails that a batch had no time for: they ask again when their turn comes. What throttles to
 * domains promised stays so: it is a second's worth at the most, and those behind have their moments already.
 */
export const unspend = async (
  tx: Tx,
  { accountId, isUrgent, provider, facts }: Claimed,
  left: Sorted['going'],
): Promise<void> => {
  if (!left.length) return
  const { rules, now } = facts
  const { perSecond } = rules.throttle
  const braked = left.filter(isBraked)
  if (perSecond && !isUrgent) {
    const mails = braked.filter(({ send }) => send.lane > 0).length
    await giveRoomBack(tx, accountId, { mails, rate: perSecond })
  }
  await giveProviderRoomBack(tx, provider.pace, recipientsOf(left, facts))
  if (!rules.warmUp) return
  const byDomain = [...Map.groupBy(braked, fromDomain)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [domain, mails] of byDomain) await giveToDay(tx, accountId, domain, mails.length, now)
}
