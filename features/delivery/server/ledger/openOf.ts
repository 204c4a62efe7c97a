import type { Tx } from '@millrace/kit/server'
import type { SendState } from '../../contract/index.ts'

/** How many mails stand where. `going`: in a worker's hands; `accepted`: the provider took them, whatever came back. */
export type Standing = {
  planned: number
  held: number
  going: number
  accepted: number
  skipped: number
  failed: number
  uncertain: number
}

/** Mails of a broadcast by state and variant. */
const STATES = `select s.state, s.variant_id as "variantId", count(*)::int as count from sends s
  where s.account_id = $1 and s.broadcast_id = $2 and s.broadcast_id > 0 group by s.state, s.variant_id`

const STANDS: Record<SendState, keyof Standing> = {
  planned: 'planned',
  held: 'held',
  claimed: 'going',
  attempting: 'going',
  accepted: 'accepted',
  delivered: 'accepted',
  bounced: 'failed',
  complained: 'accepted',
  skipped: 'skipped',
  failed: 'failed',
  uncertain: 'uncertain',
}

const nothing = (): Standing => ({
  planned: 0,
  held: 0,
  going: 0,
  accepted: 0,
  skipped: 0,
  failed: 0,
  uncertain: 0,
})

/** Where the mails of a broadcast stand, all together and by variant; those that are not planned yet are not known here. */
export const openOf = async (
  tx: Tx,
  accountId: number,
  broadcastId: number,
): Promise<Standing & { byVariant: Map<number, Standing> }> => {
  const rows = await tx.rows<{ state: SendState; variantId: number; count: number }>(
    STATES,
    [accountId, broadcastId],
    'sends-open',
  )
  const all = nothing()
  const byVariant = new Map<number, Standing>()
  for (const { state, variantId, count } of rows) {
    const own = byVariant.get(variantId) ?? nothing()
    byVariant.set(variantId, own)
    own[STANDS[state]] += count
    all[STANDS[state]] += count
  }
  return { ...all, byVariant }
}
