import { type House, notFound, type Tx } from '@millrace/kit/server'
import type { FlowLife } from '../../contract/index.ts'
import type { Editor } from '../verbs/editFlow.ts'

type Messages = { made: number; seen: number; clicked: number }
type Counts = { id: number; entered: number; queued: number; failed: number; messages: Messages | null }
type Present = { client: string; stepId: number | null; memberId: number; name: string }

/** The revision of a flow. */
const REVISION = 'select revision from flows where account_id = $1 and id = $2'

/** People at every step of a flow, and how its in-app messages do. */
const COUNTS = `select s.id, coalesce(c.entered, 0) as entered, coalesce(c.queued, 0) as queued, coalesce(c.failed, 0) as failed,
    case when m.made > 0 then json_build_object('made', m.made, 'seen', m.seen, 'clicked', m.clicked) end as messages
  from flow_steps s left join flow_step_counts c on c.account_id = s.account_id and c.step_id = s.id
    left join in_app_counts m on m.account_id = s.account_id and m.step_id = s.id
  where s.account_id = $1 and s.flow_id = $2 and s.deleted_at is null order by s.account_id, s.id`

/** Notes that somebody has a flow open in a tab, and at which step. */
const SEEN = `insert into flow_presence (account_id, flow_id, client, member_id, step_id, seen_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, flow_id, client) do update
    set member_id = excluded.member_id, step_id = excluded.step_id, seen_at = excluded.seen_at`

/** Forgets tabs that were closed long since. */
const FORGET = 'delete from flow_presence where account_id = $1 and flow_id = $2 and seen_at < $3'

/** Who else has a flow open, the ones longest there first. */
const PRESENT = `select p.client, p.step_id as "stepId", p.member_id as "memberId", coalesce(nullif(m.name, ''), m.email) as name
  from flow_presence p join members m on m.id = p.member_id
  where p.account_id = $1 and p.flow_id = $2 and p.client <> $3 and p.seen_at >= $4
  order by p.member_id, p.client limit 50`

/** Who said nothing for so long has left. */
const AWAY_MS = 8_000
const FORGOTTEN_MS = 60_000

type Looking = { client?: string | undefined; stepId?: number | undefined }

const presentIn = async (tx: Tx, house: House, { accountId, memberId }: Editor, flowId: number, looking: Looking) => {
  const { client, stepId } = looking
  if (!client || !memberId) return []
  const now = house.clock.now()
  await tx.run(SEEN, [accountId, flowId, client, memberId, stepId ?? null, now], 'flows-looks')
  await tx.run(FORGET, [accountId, flowId, new Date(now.getTime() - FORGOTTEN_MS)], 'flows-forget-looks')
  const since = new Date(now.getTime() - AWAY_MS)
  return tx.rows<Present>(PRESENT, [accountId, flowId, client, since], 'flows-who-looks')
}

/** What moves in a flow: people at its steps, its revision, and who else has it open. */
export const liveFlow = (house: House, editor: Editor, flowId: number, looking: Looking): Promise<FlowLife> =>
  house.db.account(editor.accountId, async (tx) => {
    const flow = await tx.one<{ revision: number }>(REVISION, [editor.accountId, flowId], 'flows-revision')
    if (!flow) throw notFound()
    const rows = await tx.rows<Counts>(COUNTS, [editor.accountId, flowId], 'flows-live-counts')
    const present = await presentIn(tx, house, editor, flowId, looking)
    const steps = rows.map(({ id, entered, queued, failed, messages }): [string, FlowLife['steps'][string]] => [
      String(id),
      { id, data: { peopleCounts: { entered, queued }, failed, ...(messages && { messages }) } },
    ])
    return {
      id: flowId,
      revision: flow.revision,
      present: present.map(({ client, stepId, memberId, name }) => ({
        client,
        stepId,
        member: { id: memberId, name },
      })),
      steps: Object.fromEntries(steps),
    }
  })
