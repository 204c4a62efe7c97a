import type { House } from '@millrace/kit/server'
import { HOLD_REASONS } from '../../contract/index.ts'
import type { WaitingMail } from '../../contract/ledgerCalls.ts'

const MOST = 50

const groups = (state: 'planned' | 'held', until: string) => `select s.why, count(*) as count, ${until} as until,
    min(coalesce(s.held_since, s.created_at)) as since
  from sends s where s.account_id = $1 and s.state = '${state}' and s.why is not null and s.reason_kind <> 'system' group by s.why`

/**
 * What mails wait for that could have left otherwise, each state found by its index. What servers say of a try is put into
 * words of its own, hence the limit.
 */
const GROUPS = `select w.why, sum(w.count)::int as count, min(w.until) as until, min(w.since) as since
  from (${groups('planned', 'min(s.due_at) filter (where s.due_at > $2)')}
    union all ${groups('held', 'null::timestamptz')}) w
  group by w.why order by sum(w.count) desc, w.why limit ${MOST}`

type Row = { why: string; count: number; until: Date | null; since: Date }

const words: Readonly<Record<string, string>> = HOLD_REASONS

/** What an account's mail waits for, the most mails first. */
export const waitingMail = (house: House, accountId: number): Promise<WaitingMail[]> =>
  house.db.account(accountId, async (tx) => {
    const rows = await tx.rows<Row>(GROUPS, [accountId, house.clock.now()], 'sends-waiting')
    return rows.map(({ why, count, until, since }) => ({
      why,
      words: words[why] ?? why,
      count,
      until: until?.toISOString() ?? null,
      since: since.toISOString(),
    }))
  })
