import { conflict, type House, notFound, refused, type Tx } from '@millrace/kit/server'
import { listFields } from '@millrace/people/server'
import {
  isPersonName,
  type NewSchema,
  type ObjectField,
  type ObjectSchema,
  PERSON,
  RESERVED_SCHEMAS,
  type SchemaPatch,
  schemaNameOf,
} from '../../contract/index.ts'
import { type AssociationRow, allAssociations, toAssociation } from '../associations/associationTypes.ts'
import type { ObjectPorts } from '../ports.ts'
import { hasCompanies, mayWrite } from './gate.ts'
import { allFields, makeFields } from './objectFields.ts'
import { allSchemas, findSchema, rulesOf, type SchemaRow } from './schemaRows.ts'
import { refuseUsed, tiesOf, usesOfSchema } from './uses.ts'

/** Most kinds of objects in an account. */
const MOST = 50
const LONGEST_NAME = 60

const COUNT = `select count(*) as n from object_schemas where account_id = $1 and deleted_at is null`

/** Makes a kind of object. */
const MAKE = `
insert into object_schemas (account_id, name, display_name_singular, display_name_plural, description, primary_field,
  secondary_fields, searchable_fields, created_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
on conflict (account_id, lower(name)) where deleted_at is null do nothing returning id`

/** Changes a kind of object. */
const CHANGE = `
update object_schemas set display_name_singular = $3, display_name_plural = $4, description = $5, primary_field = $6,
  secondary_fields = $7, searchable_fields = $8, updated_at = $9
where account_id = $1 and id = $2`

/** Marks a kind of object as going, and what it can be tied by. */
const MARK = `update object_schemas set deleted_at = $3 where account_id = $1 and id = $2`
const MARK_TIES = `
update association_types set deleted_at = $3
where account_id = $1 and (from_schema_id = $2 or to_schema_id = $2) and deleted_at is null`

const toSchema = (
  row: SchemaRow,
  fields: ReadonlyMap<number, ObjectField[]>,
  associations: readonly AssociationRow[],
): ObjectSchema => {
  const { id, createdAt, ...words } = row
  return {
    ...words,
    fields: fields.get(id) ?? [],
    associations: associations
      .filter(({ fromSchemaId, toSchemaId }) => fromSchemaId === id || toSchemaId === id)
      .map(toAssociation),
    createdAt: createdAt.toISOString(),
  }
}

const people = (fields: readonly ObjectField[], associations: readonly AssociationRow[]): ObjectSchema => ({
  name: PERSON,
  displayNameSingular: 'Person',
  displayNamePlural: 'People',
  description: 'Whom you write to.',
  primaryField: 'email',
  secondaryFields: ['firstName', 'lastName'],
  searchableFields: ['email', 'name', 'userId'],
  fields: [...fields],
  associations: associations
    .filter(({ fromSchemaId, toSchemaId }) => fromSchemaId === null || toSchemaId === null)
    .map(toAssociation),
  isBuiltIn: true,
  createdAt: null,
})

const readSchema = async (tx: Tx, house: House, accountId: number, name: string): Promise<ObjectSchema> =>
  toSchema(
    await findSchema(tx, house, accountId, name),
    await allFields(tx, accountId),
    await allAssociations(tx, accountId),
  )

/** All kinds of things of an account: people first, then companies, then its own. */
export const listSchemas = async (house: House, accountId: number): Promise<ObjectSchema[]> => {
  const personFields = await listFields(house, accountId)
  return house.db.account(accountId, async (tx) => {
    const all = await allSchemas(tx, house, accountId)
    const rows = (await hasCompanies(tx, accountId)) ? all : all.filter(({ isBuiltIn }) => !isBuiltIn)
    const fields = await allFields(tx, accountId)
    const associations = await allAssociations(tx, accountId)
    return [people(personFields, associations), ...rows.map((row) => toSchema(row, fields, associations))]
  })
}

/** One kind of thing; 404 where there is none. */
export const getSchema = async (house: House, accountId: number, name: string): Promise<ObjectSchema> => {
  const personFields = isPersonName(name) ? await listFields(house, accountId) : undefined
  return house.db.account(accountId, async (tx) =>
    personFields ? people(personFields, await allAssociations(tx, accountId)) : readSchema(tx, house, accountId, name),
  )
}

const nameOrRefuse = ({ name: wanted, displayNameSingular }: NewSchema): string => {
  const name = schemaNameOf(wanted || displayNameSingular || '')
  if (!name) throw refused('An object needs a name with letters or digits.')
  if (name.length > LONGEST_NAME) throw refused(`A name can be ${LONGEST_NAME} characters long at the most.`)
  if (/^\d+$/.test(name)) throw refused('A name needs a letter.')
  if (RESERVED_SCHEMAS.some((reserved) => reserved.toLowerCase() === name))
    throw refused(`"${name}" is taken by Millrace itself; choose another name.`)
  return name
}

const plural = (singular: string) =>
  /[^aeiou]y$/i.test(singular)
    ? `${singular.slice(0, -1)}ies`
    : /(?:s|x|ch|sh)$/i.test(singular)
      ? `${singular}es`
      : `${singular}s`

const titled = (name: string) => (name[0] ?? '').toUpperCase() + name.slice(1).replace(/[-_]+/g, ' ')

/** Which fields a kind may name: the primary one falls back to the first, the others to those that are there. */
const fieldsOrRefuse = (wanted: readonly string[], known: ReadonlySet<string>) => {
  const missing = wanted.find((name) => !known.has(name))
  if (missing !== undefined) throw refused(`There is no field "${missing}".`)
  return [...new Set(wanted)]
}

/** Makes a kind of object with its first fields; without any it has a name. It can be tied to people from the start. */
export const createSchema = (
  house: House,
  ports: ObjectPorts,
  accountId: number,
  wanted: NewSchema,
): Promise<ObjectSchema> =>
  house.db.account(accountId, async (tx) => {
    await mayWrite(tx, ports, accountId, { isBuiltIn: false })
    const name = nameOrRefuse(wanted)
    // The account's companies are there before its own kinds, so that their name is theirs.
    await allSchemas(tx, house, accountId)
    if (((await tx.one<{ n: number }>(COUNT, [accountId]))?.n ?? 0) >= MOST)
      throw refused(`An account can have ${MOST} kinds of objects at the most.`)
    const singular = wanted.displayNameSingular || titled(name)
    const many = wanted.displayNamePlural || plural(singular)
    const now = house.clock.now()
    const values = [accountId, name, singular, many, wanted.description ?? '', 'name', [], ['name'], now]
    const made = await tx.one<{ id: number }>(MAKE, values)
    if (!made) throw conflict(`There is an object called "${name}" already.`)
    const given = wanted.fields?.length ? wanted.fields : [{ name: 'name', title: 'Name' }]
    const fields = await makeFields(tx, house, accountId, made.id, given)
    const known = new Set(fields.map((field) => field.name))
    const primary = wanted.primaryField ?? (known.has('name') ? 'name' : (fields[0]?.name ?? 'name'))
    const [primaryField = 'name'] = fieldsOrRefuse([primary], known)
    await tx.run(CHANGE, [
      accountId,
      made.id,
      singular,
      many,
      wanted.description ?? '',
      primaryField,
      fieldsOrRefuse(wanted.secondaryFields ?? [], known),
      fieldsOrRefuse(wanted.searchableFields ?? [primaryField], known),
      now,
    ])
    return readSchema(tx, house, accountId, name)
  })

/** Changes what a kind of object is called, and which fields name and find its objects; those are gone through in the background. */
export const updateSchema = (
  house: House,
  accountId: number,
  name: string,
  patch: SchemaPatch,
): Promise<ObjectSchema> =>
  house.db.account(accountId, async (tx) => {
    if (isPersonName(name)) throw refused('People cannot be renamed.')
    const row = await findSchema(tx, house, accountId, name)
    const known = new Set((await rulesOf(tx, accountId, row.id)).keys())
    const [primaryField = row.primaryField] = patch.primaryField ? fieldsOrRefuse([patch.primaryField], known) : []
    const searchable = patch.searchableFields ? fieldsOrRefuse(patch.searchableFields, known) : row.searchableFields
    await tx.run(CHANGE, [
      accountId,
      row.id,
      patch.displayNameSingular ?? row.displayNameSingular,
      patch.displayNamePlural ?? row.displayNamePlural,
      patch.description ?? row.description,
      primaryField,
      patch.secondaryFields ? fieldsOrRefuse(patch.secondaryFields, known) : row.secondaryFields,
      searchable,
      house.clock.now(),
    ])
    if (searchable.join('\n') !== row.searchableFields.join('\n'))
      await house.jobs.add(tx, 'objects.writeWords', { accountId, schemaId: row.id })
    return readSchema(tx, house, accountId, name)
  })

/** Deletes a kind of object; its objects and what they are tied to go in the background. 409 where something uses it. */
export const deleteSchema = (house: House, ports: ObjectPorts, accountId: number, name: string): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    if (isPersonName(name)) throw refused("This object is built in and can't be deleted.")
    const row = await findSchema(tx, house, accountId, name)
    if (row.isBuiltIn) throw refused("This object is built in and can't be deleted.")
    refuseUsed(await usesOfSchema(tx, ports, accountId, row))
    const now = house.clock.now()
    const ties = await tiesOf(tx, accountId, row)
    if (!(await tx.run(MARK, [accountId, row.id, now]))) throw notFound()
    await tx.run(MARK_TIES, [accountId, row.id, now])
    for (const { id } of ties) await house.jobs.add(tx, 'objects.clearAssociation', { accountId, associationId: id })
    await house.jobs.add(tx, 'objects.clearSchema', { accountId, schemaId: row.id })
  })
