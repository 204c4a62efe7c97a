import type { House, Tx } from '@millrace/kit/server'
import type { ObjectRecord } from '../../contract/index.ts'
import { OBJECT_COLUMNS, type ObjectRow, toObject } from '../verbs/objectShape.ts'
import { type AssociationRow, allAssociations } from './associationTypes.ts'

/** The objects that somebody is tied to by one association; `total` counts them all. */
export type TiedObjects = { association: AssociationRow; objects: ObjectRecord[]; total: number }

const MOST = 20

/** The newest objects tied to something by one association, seen from either side, without the archived ones. */
const TIED = `
select a.association_id, count(*) over (partition by a.association_id) as total, a.created_at as tied_at, ${OBJECT_COLUMNS}
from (
  select f.association_id, f.to_id as id, f.created_at from associations f
  where f.account_id = $1 and f.from_id = $2 and f.association_id = any($3::bigint[])
  union all
  select t.association_id, t.from_id, t.created_at from associations t
  where t.account_id = $1 and t.to_id = $2 and t.association_id = any($4::bigint[])
) a join objects o on o.account_id = $1 and o.id = a.id
where o.account_id = $1 and o.archived_at is null
order by a.association_id, a.created_at desc, o.id desc`

/**
 * The objects that a person is tied to, by association, the newest 20 of each; associations between people are left out.
 * Those without objects are there too, so that a screen can offer them.
 */
export const objectsOfPerson = async (
  tx: Tx,
  _house: House,
  accountId: number,
  personId: number,
): Promise<TiedObjects[]> => {
  const all = (await allAssociations(tx, accountId)).filter(
    ({ fromSchemaId, toSchemaId }) => (fromSchemaId === null) !== (toSchemaId === null),
  )
  if (!all.length) return []
  const from = all.filter(({ fromSchemaId }) => fromSchemaId === null).map(({ id }) => id)
  const to = all.filter(({ toSchemaId }) => toSchemaId === null).map(({ id }) => id)
  const rows = await tx.rows<ObjectRow & { association_id: number; total: number }>(TIED, [
    accountId,
    personId,
    from,
    to,
  ])
  return all.map((association) => {
    const own = rows.filter(({ association_id }) => association_id === association.id)
    return {
      association,
      objects: own.slice(0, MOST).map((row) => toObject(row)),
      total: own[0]?.total ?? 0,
    }
  })
}
