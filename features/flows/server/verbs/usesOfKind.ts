import type { Tx } from '@millrace/kit/server'
import type { Use } from '@millrace/people/contract'

/** Flows that take a kind of objects. */
const OF_KIND = `select f.id, f.name, f.status = 'on' as "isActive" from flows f where f.account_id = $1 and f.deleted_at is null and f.archived_at is null
  and f.kind_id > 0 and lower(f.object_type) = lower($2) order by f.account_id, f.id`

/** Flows with a step whose conditions look along an association. */
const ALONG = `select f.id, f.name, f.status = 'on' as "isActive" from flows f where f.account_id = $1 and f.deleted_at is null and f.archived_at is null and (
    select 1 from flow_steps s where s.account_id = $1 and s.flow_id = f.id and s.deleted_at is null and (
      jsonb_path_exists(s.input, '$.conditions.** ? (@.type == "association" && @.value == $id)', jsonb_build_object('id', $2::text::bigint))
      or jsonb_path_exists(s.input, '$.conditions.** ? (@.type == "association" && @.value == $id)', jsonb_build_object('id', $2::text))
    ) limit 1) is not null
  order by f.account_id, f.id`

type Row = Pick<Use, 'id' | 'name' | 'isActive'>

/** The flows that a kind of objects or an association is used by. */
export const usesOfKind = async (
  tx: Tx,
  accountId: number,
  what: { objectName: string } | { associationId: number },
): Promise<Use[]> => {
  const rows =
    'objectName' in what
      ? await tx.rows<Row>(OF_KIND, [accountId, what.objectName])
      : await tx.rows<Row>(ALONG, [accountId, String(what.associationId)])
  return rows.map((row) => ({ kind: 'flow', ...row }))
}
