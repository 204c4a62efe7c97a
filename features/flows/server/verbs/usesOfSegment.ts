import type { Tx } from '@millrace/kit/server'
import type { SegmentUse } from '@millrace/segments/contract'

/** Flows with a step that names a segment: as its own setting, or anywhere in its conditions. */
const USES = `select f.id, f.name, f.status = 'on' as "isActive" from flows f
  where f.account_id = $1 and f.archived_at is null and (
    select 1 from flow_steps s where s.account_id = $1 and s.flow_id = f.id and s.deleted_at is null and (
      s.input ->> 'segmentId' = $2::text
      or jsonb_path_exists(s.input, '$.conditions.** ? (@.type == "segment" && @.value == $id)', jsonb_build_object('id', $2::text::bigint))
      or jsonb_path_exists(s.input, '$.conditions.** ? (@.type == "segment" && @.value == $id)', jsonb_build_object('id', $2::text))
    ) limit 1) is not null
  order by f.id`

/** The flows that use a segment. */
export const usesOfSegment = async (tx: Tx, accountId: number, segmentId: number): Promise<SegmentUse[]> => {
  const rows = await tx.rows<Omit<SegmentUse, 'kind'>>(USES, [accountId, String(segmentId)], 'flows-segment-uses')
  return rows.map((row) => ({ kind: 'flow', ...row }))
}
