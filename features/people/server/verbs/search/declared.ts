import type { Tx } from '@millrace/kit/server'
import { HOT_LENGTH, hotExpression, hotKindOf } from '../../fields/hotExpression.ts'
import { HOT_FROM } from '../../fields/wantedIndexes.ts'

/** Text fields that a member asked an index for, and whether it is there. */
const FIELDS = `
select f.name, f.type, f.format, f.is_array as "isArray", f.is_hot as "isHot",
  (select d.datcollate in ('C', 'POSIX') and d.datlocprovider <> 'i' from pg_database d where d.datname = current_database()) as "isByBytes"
from person_fields f where f.account_id = $1 and f.is_hot_wanted and not f.is_array order by f.account_id, f.name limit 20`

/** Whether an account has so many people that each search must be answered by an index. */
const IS_LARGE = `
select 1 from people p where p.account_id = $1 order by p.account_id, p.id offset ${HOT_FROM - 1} limit 1`

type Field = { name: string; type: string; format: string | null; isArray: boolean; isHot: boolean; isByBytes: boolean }

const escaped = (parameter: string) => `left(lower(${parameter}::text), ${HOT_LENGTH - 1})`

/** The value begins with the text; where the order of the index knows no beginnings, it is the text. */
const beginsWith = ({ name, isByBytes }: Field, parameter: string) =>
  isByBytes
    ? `${hotExpression(name, 'text', 'p.fields')} like ${escaped(parameter)} || '%'`
    : `${hotExpression(name, 'text', 'p.fields')} = ${escaped(parameter)}`

/**
 * SQL over `people p` for the fields that an account declared worth an index: their values are found by how they begin. In a
 * large account a field counts once its index is there.
 */
export const declaredMatches = async (tx: Tx, accountId: number, parameter: string): Promise<string[]> => {
  const fields = (await tx.rows<Field>(FIELDS, [accountId])).filter((field) => hotKindOf(field) === 'text')
  if (!fields.length) return []
  const isLarge = fields.some(({ isHot }) => !isHot) && (await tx.one(IS_LARGE, [accountId])) !== undefined
  return fields.filter(({ isHot }) => isHot || !isLarge).map((field) => beginsWith(field, parameter))
}
