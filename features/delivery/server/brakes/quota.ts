import type { House, Tx } from '@millrace/kit/server'
import type { DeliveryPorts } from '../ports.ts'

/** Mails that a month of UTC has taken so far: those of all emails together, and what is not added up yet. */
const TAKEN = `select (select coalesce(sum(d.accepted), 0) from mail_days d
      where d.account_id = $1 and d.email_id = 0 and d.flow_id = 0 and d.broadcast_id = 0 and d.at >= $2)
    + (select coalesce(sum(n.accepted), 0) from mail_deltas n where n.account_id = $1 and n.at >= $2) as accepted`

const monthOf = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))

/** The quota that an installation gives every account, where plans give none. */
export const quotaOfAll =
  ({ settings, clock }: Pick<House, 'settings' | 'clock'>): NonNullable<DeliveryPorts['quotaOf']> =>
  async () => {
    const now = clock.now()
    const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
    return { mails: settings.MONTHLY_MAILS || null, until }
  }

/** What an account may still send, or undefined where nothing limits it. */
export const quotaLeft = async (
  tx: Tx,
  accountId: number,
  now: Date,
  { quotaOf }: Pick<DeliveryPorts, 'quotaOf'>,
): Promise<{ left: number; until: Date } | undefined> => {
  const quota = await quotaOf?.(tx, accountId)
  if (!quota || quota.mails === null) return undefined
  const row = await tx.one<{ accepted: number }>(TAKEN, [accountId, monthOf(now)], 'quota-taken')
  return { left: quota.mails - Number(row?.accepted ?? 0), until: quota.until }
}
