import { conflict, notFound, type Tx } from '@millrace/kit/server'
import { normalTag, type Tag } from '../../contract/index.ts'

/** The columns of a `TagRow`, of a table called `t`; the account is $1. */
export const TAG_COLUMNS = `t.id, t.name, t.description, t.color, t.created_at as "createdAt", t.merging_into as "mergingInto",
  (select m.name from tags m where m.account_id = $1 and m.id = t.merging_into) as "intoName",
  array(select f.name from former_tag_names f where f.account_id = $1 and f.tag_id = t.id order by f.since desc, f.name) as "formerNames"`

/** One tag by its name. */
const FIND = `select ${TAG_COLUMNS} from tags t where t.account_id = $1 and lower(t.name) = lower($2)`

/** The same, held until the transaction is over. */
const HOLD = `${FIND} for update of t`

/** A tag that is becoming part of another. */
const JOINING = `select name from tags where account_id = $1 and merging_into = $2 limit 1`

/** A tag as statements read it. */
export type TagRow = {
  id: number
  name: string
  description: string
  color: string
  createdAt: Date
  mergingInto: number | null
  intoName: string | null
  formerNames: string[]
}

/** A tag as calls answer it. */
export const toTag = ({ id, name, description, color, createdAt, intoName, formerNames }: TagRow): Tag => ({
  id,
  tag: name,
  description,
  color,
  createdAt: createdAt.toISOString(),
  formerNames,
  mergingInto: intoName,
})

const orNone = (row: TagRow | undefined): TagRow => {
  if (!row) throw notFound('There is no such tag.')
  return row
}

/** A tag by its name; 404 where it is not there. */
export const findTag = async (tx: Tx, accountId: number, name: string): Promise<TagRow> =>
  orNone(await tx.one<TagRow>(FIND, [accountId, normalTag(name)]))

/** Holds a tag by its name for a change; 404 where it is not there. While it is merged away it stays as it is. */
export const holdTag = async (tx: Tx, accountId: number, name: string): Promise<TagRow> => {
  const row = orNone(await tx.one<TagRow>(HOLD, [accountId, normalTag(name)]))
  if (row.mergingInto !== null) throw conflict(`"${row.name}" is just becoming part of "${row.intoName}".`)
  return row
}

/** Refuses where another tag is becoming part of this one, which therefore has to stay. */
export const refuseWhileJoined = async (tx: Tx, accountId: number, { id, name }: TagRow): Promise<void> => {
  const other = await tx.one<{ name: string }>(JOINING, [accountId, id])
  if (other) throw conflict(`"${other.name}" is just becoming part of "${name}".`)
}
