import { conflict, type House, refused, type Tx } from '@millrace/kit/server'
import type { Use } from '@millrace/people/contract'
import { type AssociationUsage, isPersonName, type ObjectUsage } from '../../contract/index.ts'
import { allAssociations, findAssociation } from '../associations/associationTypes.ts'
import type { ObjectPorts } from '../ports.ts'
import { findSchema, type SchemaRow } from './schemaRows.ts'

const COUNT_OBJECTS = `
select count(*) as n from objects o where o.account_id = $1 and o.schema_id = $2`

const COUNT_TIES = `select count(*) as n from associations a where a.account_id = $1 and a.association_id = $2`

/** Things, each once. */
export const eachOnce = (uses: readonly Use[]): Use[] => [
  ...new Map(uses.map((use) => [`${use.kind} ${use.id}`, use])).values(),
]

/** The ways in which a kind can be tied to others. */
export const tiesOf = async (tx: Tx, accountId: number, { id }: SchemaRow) =>
  (await allAssociations(tx, accountId)).filter(
    ({ fromSchemaId, toSchemaId }) => fromSchemaId === id || toSchemaId === id,
  )

/** What would break if a kind went: what is made of its objects, and what asks along the associations that go with it. */
export const usesOfSchema = async (
  tx: Tx,
  { usesOf }: ObjectPorts,
  accountId: number,
  schema: SchemaRow,
): Promise<Use[]> => {
  const uses = (await usesOf?.(tx, accountId, { objectName: schema.name })) ?? []
  for (const { id: associationId } of await tiesOf(tx, accountId, schema))
    uses.push(...((await usesOf?.(tx, accountId, { associationId })) ?? []))
  return eachOnce(uses)
}

/** Refuses with 409 where something would break, and says what. */
export const refuseUsed = ([first, ...others]: readonly Use[]): void => {
  if (!first) return
  const one = `The ${first.kind} “${first.name}”`
  throw conflict(
    others.length
      ? `${one} and ${others.length} more use it. Change those first.`
      : `${one} uses it. Change that first.`,
  )
}

/** What keeps a kind from being deleted, and how many objects, archived ones too, would go with it. */
export const listSchemaUses = (
  house: House,
  ports: ObjectPorts,
  accountId: number,
  name: string,
): Promise<ObjectUsage> =>
  house.db.account(accountId, async (tx) => {
    if (isPersonName(name)) throw refused("This object is built in and can't be deleted.")
    const schema = await findSchema(tx, house, accountId, name)
    const objects = (await tx.one<{ n: number }>(COUNT_OBJECTS, [accountId, schema.id]))?.n ?? 0
    return { objects, uses: await usesOfSchema(tx, ports, accountId, schema) }
  })

/** What keeps an association from being deleted, and how many ties would go with it. */
export const listAssociationUses = (
  house: House,
  { usesOf }: ObjectPorts,
  accountId: number,
  id: number,
): Promise<AssociationUsage> =>
  house.db.account(accountId, async (tx) => {
    await findAssociation(tx, accountId, id)
    const ties = (await tx.one<{ n: number }>(COUNT_TIES, [accountId, id]))?.n ?? 0
    return { ties, uses: (await usesOf?.(tx, accountId, { associationId: id })) ?? [] }
  })
