import type { House, Tx } from '@millrace/kit/server'
import type { ObjectCondition } from '@millrace/objects/server'
import type { Use } from '@millrace/people/contract'
import type { Condition, Conditions } from '../contract/index.ts'
import { conditionSql } from './compile/compileConditions.ts'
import type { GoalSql } from './compile/dictionary.ts'
import { openStatement } from './compile/statement.ts'
import { loadDictionary } from './loadDictionary.ts'

type Row = { conditions: Conditions; isBuilding: boolean }

// A segment of objects of a kind, and whether who is in it is being worked out.
const SEGMENT = `select s.conditions, t.building is not null as "isBuilding" from segments s
  left join segment_states t on t.account_id = $1 and t.segment_id = s.id
  where s.account_id = $1 and s.id = $2 and lower(s.object_name) = lower($3)`

/**
 * What is true of the objects of a segment, as SQL over `objects o` with parameters numbered from `first`; while its members
 * are being worked out, its conditions are asked. Undefined where there is no such segment of that kind.
 */
export const objectsInSegment =
  (house: Pick<House, 'clock'>, goalSql?: GoalSql) =>
  async (
    tx: Tx,
    accountId: number,
    segmentId: number,
    objectName: string,
    first: number,
  ): Promise<ObjectCondition | undefined> => {
    const row = await tx.one<Row>(SEGMENT, [accountId, segmentId, objectName], 'segments-of-objects')
    if (!row) return undefined
    const dictionary = await loadDictionary(tx, accountId, house.clock.now(), goalSql)
    const kind = [...(dictionary.kinds?.values() ?? [])].find(
      ({ name }) => name.toLowerCase() === objectName.toLowerCase(),
    )
    if (!kind) return undefined
    const params: unknown[] = Array.from({ length: first - 1 }, () => null)
    const statement = openStatement(dictionary, { params, person: 'o', kind: kind.id })
    const sql = row.isBuilding
      ? conditionSql(row.conditions, statement)
      : `(select 1 from segment_objects m where m.account_id = ${statement.account} and m.object_id = o.id
          and m.segment_id = ${statement.bind(segmentId, 'bigint')} and m.left_at is null limit 1) is not null`
    return { sql, values: params.slice(first - 1) }
  }

// Segments with their conditions.
const ALL =
  'select id, name, object_name as "objectName", conditions from segments where account_id = $1 and not is_auto'

const associationsIn = (condition: Condition): number[] => {
  if (condition.type === 'group') return condition.conditions.flatMap(associationsIn)
  if (condition.type !== 'association') return []
  return [
    Number(condition.value),
    ...(condition.associationConditions ? associationsIn(condition.associationConditions) : []),
  ]
}

/** The segments that a kind of objects or an association is used by. */
export const segmentsUsing = async (
  tx: Tx,
  accountId: number,
  what: { objectName: string } | { associationId: number },
): Promise<Use[]> => {
  const rows = await tx.rows<{ id: number; name: string; objectName: string; conditions: Conditions }>(ALL, [accountId])
  const isUser = (row: (typeof rows)[number]) =>
    'objectName' in what
      ? row.objectName.toLowerCase() === what.objectName.toLowerCase()
      : associationsIn(row.conditions).includes(what.associationId)
  return rows.filter(isUser).map(({ id, name }) => ({ kind: 'segment', id, name, isActive: true }))
}
