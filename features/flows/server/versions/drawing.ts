import type { Tx } from '@millrace/kit/server'
import type { Drawing } from '../../contract/index.ts'

/** A flow with everything that is on its canvas. */
const READ = `select jsonb_build_object('canEnterOnce', f.can_enter_once, 'oncePerPeriod', f.once_per_period,
  'steps', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'serviceId', s.service_id, 'operationKey', s.operation_key,
      'input', s.input, 'title', s.title, 'x', s.x, 'y', s.y) order by s.id), '[]')
    from flow_steps s where s.account_id = $1 and s.flow_id = $2 and s.deleted_at is null),
  'links', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'source', l.source, 'target', l.target,
      'condition', l.condition) order by l.id), '[]')
    from flow_links l join flow_steps s on s.account_id = $1 and s.id = l.source and s.deleted_at is null
      join flow_steps t on t.account_id = $1 and t.id = l.target and t.deleted_at is null
    where l.account_id = $1 and l.flow_id = $2),
  'decorations', (select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'type', d.type, 'text', d.text,
      'fontSize', d.font_size, 'x', d.x, 'y', d.y, 'width', d.width, 'height', d.height) order by d.id), '[]')
    from flow_decorations d where d.account_id = $1 and d.flow_id = $2))`

/** The drawing of a flow as it is now. */
export const readDrawing = async (tx: Tx, accountId: number, flowId: number): Promise<Drawing | undefined> =>
  (
    await tx.one<{ drawing: Drawing }>(
      `${READ} as drawing from flows f where f.account_id = $1 and f.id = $2`,
      [accountId, flowId],
      'flows-drawing',
    )
  )?.drawing

/** Keeps the drawing with a version. */
const KEEP = `update flow_versions v set drawing = (${READ} from flows f where f.account_id = $1 and f.id = $2)
  where v.account_id = $1 and v.flow_id = $2 and v.version = $3`

/**
 * Of one member's edits within a minute the last is kept; a version that has a name stays, and so does the one of switching on,
 * the first since then: it is written a moment after that.
 */
const THIN = `update flow_versions v set drawing = null
  from flow_versions n, flows f
  where v.account_id = $1 and v.flow_id = $2 and v.version = $3 - 1
    and n.account_id = $1 and n.flow_id = $2 and n.version = $3
    and f.account_id = $1 and f.id = $2 and exists (select 1 from flow_versions o
      where o.account_id = $1 and o.flow_id = $2 and o.version = v.version - 1 and o.created_at >= f.activated_at)
    and v.member_id = n.member_id and v.name is null and n.created_at - v.created_at < interval '1 minute'`

/** What was kept with a version; null where it was thinned out. */
const KEPT = 'select drawing from flow_versions where account_id = $1 and flow_id = $2 and version = $3'

/** The drawing that was kept with a version. */
export const readKept = async (tx: Tx, accountId: number, flowId: number, version: number): Promise<Drawing | null> =>
  (await tx.one<{ drawing: Drawing | null }>(KEPT, [accountId, flowId, version], 'flows-kept-drawing'))?.drawing ?? null

/** Keeps the flow as it is drawn with the version that was just made; the one before it too, however young, where nothing is thinned. */
export const keepDrawing = async (
  tx: Tx,
  accountId: number,
  flowId: number,
  version: number,
  isThinning: boolean,
): Promise<void> => {
  await tx.run(KEEP, [accountId, flowId, version], 'flows-keep-drawing')
  if (isThinning) await tx.run(THIN, [accountId, flowId, version], 'flows-thin-drawings')
}
