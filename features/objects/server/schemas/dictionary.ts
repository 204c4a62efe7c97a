import type { House, Tx } from '@millrace/kit/server'
import type { FieldRule } from '@millrace/people/server'
import { type AssociationRow, allAssociations } from '../associations/associationTypes.ts'
import { allSchemas } from './schemaRows.ts'

/** What the condition compiler needs to know of objects. */
export type ObjectsDictionary = {
  /** Kinds of objects by lower-case name, with the rules of their fields. */
  schemas: ReadonlyMap<string, { id: number; name: string; fields: ReadonlyMap<string, FieldRule> }>
  associations: ReadonlyMap<number, AssociationRow>
}

/** The rules for the values of all fields of an account's objects. */
const RULES = `
select schema_id as "schemaId", name, type, format, is_array as "isArray", enum_values as "enumValues",
  may_grow_enum as "mayGrowEnum"
from object_fields where account_id = $1`

/** All kinds of objects of an account, their fields and their associations. */
export const objectsDictionary = async (tx: Tx, house: House, accountId: number): Promise<ObjectsDictionary> => {
  const schemas = await allSchemas(tx, house, accountId)
  const rules = await tx.rows<FieldRule & { schemaId: number }>(RULES, [accountId])
  const associations = await allAssociations(tx, accountId)
  return {
    schemas: new Map(
      schemas.map(({ id, name }) => [
        name.toLowerCase(),
        {
          id,
          name,
          fields: new Map(rules.filter(({ schemaId }) => schemaId === id).map((rule) => [rule.name, rule])),
        },
      ]),
    ),
    associations: new Map(associations.map((row) => [row.id, row])),
  }
}
