import { useCall } from '@millrace/kit/web'
import { nameOfPerson } from '@millrace/people/web'
import { type ObjectRecord, type ObjectSchema, objectsContract, PERSON } from '../contract/index.ts'

/** All kinds of things: people first, then companies, then the account's own. */
export const useSchemas = () => useCall(objectsContract.listSchemas)

/** Calls whose answers are old after an object changed. */
export const OBJECT_CALLS = [
  objectsContract.listObjects,
  objectsContract.searchObjects,
  objectsContract.countObjects,
  objectsContract.getObject,
  objectsContract.listAssociations,
  objectsContract.listAssociated,
]

/** Calls whose answers are old after a tie was made or cut. */
export const TIE_CALLS = [objectsContract.listAssociations, objectsContract.listAssociated]

/** Calls whose answers are old after a kind, its fields or its associations changed. */
export const SCHEMA_CALLS = [objectsContract.listSchemas, objectsContract.getSchema]

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

/** What an object is called: its primary field, else its external ID, else its kind and number. */
export const nameOfObject = (
  { primaryField, displayNameSingular, name }: Pick<ObjectSchema, 'primaryField' | 'displayNameSingular' | 'name'>,
  object: Partial<ObjectRecord>,
): string =>
  name === PERSON
    ? nameOfPerson(object as never)
    : text(object[primaryField]) || text(object.externalId) || `${displayNameSingular} ${object.id ?? ''}`.trim()

/** Where a thing's page is. */
export const addressOfObject = (objectName: string, id: number): string =>
  objectName === PERSON ? `/people/${id}` : `/objects/${encodeURIComponent(objectName)}/${id}`

/** Small words that stand beside a thing's name. */
export const subOfObject = ({ name, secondaryFields }: ObjectSchema, object: ObjectRecord): string =>
  name === PERSON
    ? text(object.email)
    : secondaryFields
        .map((field) => text(object[field]))
        .filter(Boolean)
        .join(' · ')

/** Where a kind's list is. */
export const addressOfSchema = (objectName: string): string => `/objects/${encodeURIComponent(objectName)}`
