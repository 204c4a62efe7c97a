import type { SegmentCondition } from '../../contract/index.ts'
import { not, type Statement } from './statement.ts'

const membership = (id: number, statement: Statement): string => {
  const { dictionary, mode, person, bind, join, kind } = statement
  const segment = dictionary.segments.get(id)
  // Nothing is in a segment of another kind.
  if (!segment || (segment.membership === 'objects') !== (kind !== null)) return 'false'
  if (segment.membership === 'people') return `${person}.archived_at is null`
  if (segment.membership === 'archived') return `${person}.archived_at is not null`
  const where = `m.account_id = ${statement.account} and m.segment_id = ${bind(id, 'bigint')} and m.left_at is null`
  const [table, member] = kind === null ? ['segment_members', 'person_id'] : ['segment_objects', 'object_id']
  if (mode === 'set') return join(`select m.${member} as id from ${table} m where ${where}`)
  return `(select 1 from ${table} m where m.${member} = ${person}.id and ${where} limit 1) is not null`
}

/** A condition on being in another segment. Nobody is in a segment that does not exist. */
export const segment = ({ value, condition }: SegmentCondition, statement: Statement): string => {
  const sql = membership(value, statement)
  return condition === 'in' ? sql : not(sql)
}
