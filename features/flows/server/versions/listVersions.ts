import { type House, notFound, type Tx } from '@millrace/kit/server'
import type { Drawing, FlowVersion } from '../../contract/index.ts'
import type { Editor } from '../verbs/editFlow.ts'

type Row = {
  version: number
  name: string | null
  createdAt: Date
  memberId: number
  memberName: string | null
  stepCount: number
  isCurrent: boolean
}

const EXISTS = 'select 1 from flows where account_id = $1 and id = $2 and deleted_at is null'

const COLUMNS = `v.version, v.name, v.created_at as "createdAt", v.member_id as "memberId",
  coalesce(nullif(m.name, ''), m.email) as "memberName", jsonb_array_length(v.drawing -> 'steps') as "stepCount",
  v.version = f.version and f.status = 'on' as "isCurrent"`
const FROM = `from flow_versions v join flows f on f.account_id = $1 and f.id = $2 left join members m on m.id = v.member_id
  where v.account_id = $1 and v.flow_id = $2 and f.deleted_at is null`

/** Versions of a flow that were drawn, newest first. */
const LIST = `select ${COLUMNS} ${FROM} and v.drawing is not null order by v.version desc limit $3 offset $4`

/** One version with its drawing. */
const ONE = `select ${COLUMNS}, v.drawing ${FROM} and v.drawing is not null and v.version = $3`

const NAME = 'update flow_versions set name = $4 where account_id = $1 and flow_id = $2 and version = $3'

const toVersion = ({ createdAt, memberId, memberName, ...rest }: Row): FlowVersion => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  member: memberName === null ? null : { id: memberId, name: memberName },
})

/** The versions that a flow had while it was on. */
export const listVersions = (
  house: House,
  { accountId }: Pick<Editor, 'accountId'>,
  flowId: number,
  { limit = 50, offset = 0 }: { limit?: number; offset?: number },
): Promise<FlowVersion[]> =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(EXISTS, [accountId, flowId]))) throw notFound()
    return (await tx.rows<Row>(LIST, [accountId, flowId, limit, offset])).map(toVersion)
  })

/** A version as it was drawn; 404 where there is none. */
export const readVersion = async (
  tx: Tx,
  accountId: number,
  flowId: number,
  version: number,
): Promise<{ version: FlowVersion; drawing: Drawing }> => {
  const row = await tx.one<Row & { drawing: Drawing }>(ONE, [accountId, flowId, version])
  if (!row) throw notFound('There is no such version.')
  const { drawing, ...rest } = row
  return { version: toVersion(rest), drawing }
}

/** Gives a version a name, which also keeps it from being thinned out; null takes the name away. */
export const nameVersion = (
  house: House,
  { accountId }: Pick<Editor, 'accountId'>,
  flowId: number,
  version: number,
  name: string | null,
): Promise<FlowVersion> =>
  house.db.account(accountId, async (tx) => {
    await tx.run(NAME, [accountId, flowId, version, name || null])
    return (await readVersion(tx, accountId, flowId, version)).version
  })
