import { type House, notFound, type Tx } from '@millrace/kit/server'
import { type Conditions, type Segment, upgradeConditions } from '../../contract/index.ts'
import { ensureAutoSegments, isAutoId } from '../autoSegments.ts'

type Row = {
  id: number
  name: string
  color: string | null
  object_name: string
  version: 1 | 2
  conditions: Conditions
  is_auto: boolean
  template_id: number | null
  definition: number
  created_at: Date
  updated_at: Date
  size: number
  building: number | null
  build_done: number
  build_total: number
}

/** Sizes; those of all and of archived people are counted, which reads everybody. */
const COUNTED = `case s.id
      when 1 then (select count(*) from people p where p.account_id = $1 and p.archived_at is not null)
      when 2 then (select count(*) from people p where p.account_id = $1 and p.archived_at is null)
      else coalesce(t.size, 0) end`

const segmentsWith = (
  size: string,
) => `select s.id, s.name, s.color, s.object_name, s.version, s.conditions, s.is_auto, s.template_id, s.definition,
    s.created_at, s.updated_at,
    ${size} as size, t.building, coalesce(t.build_done, 0) as build_done, coalesce(t.build_total, 0) as build_total
  from segments s left join segment_states t on t.account_id = $1 and t.segment_id = s.id
  where s.account_id = $1`

// Segments with their sizes.
const SEGMENTS = segmentsWith(COUNTED)

// A segment without what would have to be counted.
const UNCOUNTED = `${segmentsWith('0')} and s.id = $2`

const toSegment = (row: Row, accountId: number): Segment => ({
  id: row.id,
  name: row.name,
  color: row.color,
  objectName: row.object_name,
  version: 2,
  conditions: row.version === 1 ? (upgradeConditions(row.conditions) as Conditions) : row.conditions,
  accountId,
  readOnly: row.is_auto,
  autoSegment: row.is_auto,
  templateId: row.template_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  count: row.size,
  building: row.building === null ? null : { done: row.build_done, total: row.build_total },
})

/** The account's segments, of one kind or of all: those that every account has first, then its own by name. */
export const readSegments = async (tx: Tx, accountId: number, objectName?: string): Promise<Segment[]> => {
  const rows = await tx.rows<Row>(
    `${SEGMENTS} and ($2::text is null or lower(s.object_name) = lower($2)) order by s.is_auto desc, lower(s.name), s.account_id, s.id`,
    [accountId, objectName ?? null],
    'segments-list',
  )
  return rows.map((row) => toSegment(row, accountId))
}

const rowOf = async (tx: Tx, house: House, accountId: number, id: number, sql: string, name: string): Promise<Row> => {
  if (isAutoId(id)) await ensureAutoSegments(tx, house, accountId)
  const row = await tx.one<Row>(sql, [accountId, id], name)
  if (!row) throw notFound('There is no such segment.')
  return row
}

/** One segment; 404 where the account has none of that id. Those that every account has are made when first asked for. */
export const readSegment = async (tx: Tx, house: House, accountId: number, id: number): Promise<Segment> =>
  toSegment(await rowOf(tx, house, accountId, id, `${SEGMENTS} and s.id = $2`, 'segments-one'), accountId)

/** A segment but for its size: for those who go through its people part by part, for each of which everybody would be counted. */
export const readUncounted = async (
  tx: Tx,
  house: House,
  accountId: number,
  id: number,
): Promise<Omit<Segment, 'count'>> => {
  const { count: _, ...segment } = toSegment(
    await rowOf(tx, house, accountId, id, UNCOUNTED, 'segments-one-uncounted'),
    accountId,
  )
  return segment
}
