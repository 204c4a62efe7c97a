import type { TriggerRun } from '../../server/engine/triggerMatch.ts'
import type { ObjectCreatedValues } from './objectCreated.step.ts'

/** When an object was made. */
const CREATED = `select created_at as "at" from objects where account_id = $1 and id = $2`

/** Looks for new objects; of which kind, the flow says. */
export const objectCreatedTrigger: TriggerRun<ObjectCreatedValues> = {
  match: () => ({ kind: 'object.created', about: 'any' }),
  explain: async ({ tx, accountId, personId, since }) => {
    const row = await tx.one<{ at: Date }>(CREATED, [accountId, -personId])
    if (!row) return { isMet: false, fact: 'is not there', at: null }
    const isFresh = since !== null && row.at >= since
    return { isMet: isFresh, fact: isFresh ? 'made' : 'made before the flow was switched on', at: row.at.toISOString() }
  },
}
