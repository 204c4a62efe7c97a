import type { SegmentCondition } from '../../contract/index.ts'
import { not, type Statement } from './statement.ts'

const membership = (id: number, statement: Statement): string => {
  const { dictionary, mode, person, bind, join } = statement
  const segment = dictionary.segments.get(id)
  if (!segment) return 'false'
  if (segment.membership === 'people') return `${person}.archived_at is null`
  if (segment.membership === 'archived') return `${person}.archived_at is not null`
  const where = `m.account_id = ${statement.account} and m.segment_id = ${bind(id, 'bigint')} and m.left_at is null`
  if (mode === 'set') return join(`select m.person_id as id from segment_members m where ${where}`)
  return `(select 1 from segment_members m where m.person_id = ${person}.id and ${where} limit 1) is not null`
}

/** A condition on being in another segment. Nobody is in a segment that does not exist. */
export const segment = ({ value, condition }: SegmentCondition, statement: Statement): string => {
  const sql = membership(value, statement)
  return condition === 'in' ? sql : not(sql)
}
