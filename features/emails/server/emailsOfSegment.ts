import type { Tx } from '@millrace/kit/server'
import type { SegmentUse } from '@millrace/segments/contract'

/** Emails whose saved version shows a part by a segment. */
const EMAILS = `select 'email' as kind, e.id, e.name, true as "isActive"
  from email_versions v join emails e on e.account_id = $1 and e.id = v.email_id and e.version = v.version
  where v.account_id = $1 and v.shows is not null and e.archived_at is null
    and jsonb_path_exists(v.shows, '$.** ? (@.type == "segment" && @.value == $id)', jsonb_build_object('id', $2::bigint))
  order by e.account_id, e.id`

/** The emails that show a part to a segment's people, or to all others. */
export const emailsOfSegment = (tx: Tx, accountId: number, segmentId: number): Promise<SegmentUse[]> =>
  tx.rows<SegmentUse>(EMAILS, [accountId, segmentId], 'emails-of-segment')
