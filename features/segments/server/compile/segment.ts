import type { Condition, SegmentCondition } from '../../contract/index.ts'
import { not, type Statement } from './statement.ts'

type Compile = (condition: Condition, statement: Statement) => string

/** Asks what the segment asks instead of who is stored in it. */
const byDefinition = (id: number, statement: Statement, compile: Compile): string | undefined => {
  const { dictionary, person, kind, mode } = statement
  const known = mode === 'probe' ? dictionary.asked?.get(id) : undefined
  if (!known || known.kind !== kind) return undefined
  const asked = new Map(dictionary.asked)
  asked.delete(id)
  const inner = { ...statement, isRequired: false, dictionary: { ...dictionary, asked } }
  return `(${person}.account_id = ${statement.account} and ${person}.archived_at is null and ${compile(known.conditions, inner)})`
}

const membersOf = (id: number, table: string, member: string, { account, bind }: Statement) =>
  `select m.${member} as id from ${table} m
    where m.account_id = ${account} and m.segment_id = ${bind(id, 'bigint')} and m.left_at is null`

/** How to find those who are stored in a segment, as a set of ids; undefined where it is not people who are stored. */
export const storedIn = (id: number, statement: Statement): (() => string) | undefined =>
  statement.dictionary.segments.get(id)?.membership === 'stored'
    ? () => membersOf(id, 'segment_members', 'person_id', statement)
    : undefined

const membership = (id: number, statement: Statement): string => {
  const { dictionary, mode, person, bind, join, kind } = statement
  const segment = dictionary.segments.get(id)
  // Nothing is in a segment of another kind.
  if (!segment || (segment.membership === 'objects') !== (kind !== null)) return 'false'
  if (segment.membership === 'people') return `${person}.archived_at is null`
  if (segment.membership === 'archived') return `${person}.archived_at is not null`
  const [table, member] =
    kind === null ? (['segment_members', 'person_id'] as const) : (['segment_objects', 'object_id'] as const)
  if (mode === 'set') return join(membersOf(id, table, member, statement))
  const where = `m.account_id = ${statement.account} and m.segment_id = ${bind(id, 'bigint')} and m.left_at is null`
  return `(select 1 from ${table} m where m.${member} = ${person}.id and ${where} limit 1) is not null`
}

/** A condition on being in another segment. Nobody is in a segment that does not exist. */
export const segment = ({ value, condition }: SegmentCondition, statement: Statement, compile: Compile): string => {
  const sql = byDefinition(value, statement, compile) ?? membership(value, statement)
  return condition === 'in' ? sql : not(sql)
}
