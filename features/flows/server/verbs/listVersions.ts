import { type House, notFound } from '@millrace/kit/server'
import type { Editor } from './editFlow.ts'

type Row = { version: number; createdAt: Date; memberId: number; memberName: string | null; stepCount: number }

const EXISTS = 'select 1 from flows where account_id = $1 and id = $2'

/** Versions of a flow, newest first. */
const LIST = `select v.version, v.created_at as "createdAt", v.member_id as "memberId",
    coalesce(nullif(m.name, ''), m.email) as "memberName", jsonb_array_length(v.graph -> 'steps') as "stepCount"
  from flow_versions v left join members m on m.id = v.member_id
  where v.account_id = $1 and v.flow_id = $2 order by v.version desc limit $3 offset $4`

/** The versions that a flow had while it was on. */
export const listVersions = (
  house: House,
  { accountId }: Editor,
  flowId: number,
  { limit = 50, offset = 0 }: { limit?: number; offset?: number },
) =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(EXISTS, [accountId, flowId]))) throw notFound()
    const rows = await tx.rows<Row>(LIST, [accountId, flowId, limit, offset])
    return rows.map(({ createdAt, memberId, memberName, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
      member: memberName === null ? null : { id: memberId, name: memberName },
    }))
  })
