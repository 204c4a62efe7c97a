import type { House, Tx } from '@millrace/kit/server'
import { associate, dissociate, type Pair, type WhereTaken } from './associations/associate.ts'
import { type AssociationRow, allAssociations, defaultAssociation } from './associations/associationTypes.ts'
import { objectsOfPerson, type Tied } from './associations/readTies.ts'
import { ensureCompany } from './schemas/company.ts'
import { type ObjectsDictionary, objectsDictionary } from './schemas/dictionary.ts'
import { ensureObjectFields, type FieldToMake } from './schemas/ensureFields.ts'
import { findKind, type Kind, rulesOf } from './schemas/schemaRows.ts'
import {
  type Changed,
  changeKnownObjects,
  changeObjectNumbers,
  type KnownObject,
  type ObjectNumberChange,
} from './upsert/changeKnown.ts'
import type { ObjectItem, ObjectOptions, UpsertedObject } from './upsert/item.ts'
import { upsertObjects } from './upsert/upsertObjects.ts'

type NewObjectField = { name: string; title: string; type: string; format: string | null; isArray: boolean }

/** What other features do to objects. Everything runs in the caller's transaction. */
export type ObjectsDoor = {
  /** Makes or changes up to 1,000 objects of a kind, in order; 404 where there is no such kind. See `ObjectItem`. */
  upsertObjects(
    tx: Tx,
    accountId: number,
    objectName: string,
    items: readonly ObjectItem[],
    options: ObjectOptions,
  ): Promise<UpsertedObject[]>
  /** Changes fields of objects that are there and not archived; one result an item, in order. */
  changeKnownObjects(tx: Tx, accountId: number, items: readonly KnownObject[]): Promise<Changed[]>
  /** Makes fields of a kind that are missing, by name; answers those. */
  ensureFields<T extends NewObjectField>(
    tx: Tx,
    accountId: number,
    schemaId: number,
    fields: readonly T[],
  ): Promise<T[]>
  /** Changes numbers of objects by what they are at that moment, so that two at once lose nothing. */
  changeObjectNumbers(tx: Tx, accountId: number, changes: readonly ObjectNumberChange[]): Promise<Changed[]>
  /** People (without a schema) or a kind of objects, by name; 404 where there is none. */
  kindNamed(tx: Tx, accountId: number, name: string): Promise<Kind>
  /** The association that is meant between two kinds (`person`, `company`, …), whichever way round; made where there is none. */
  defaultAssociation(tx: Tx, accountId: number, fromObject: string, toObject: string): Promise<AssociationRow>
  /** All associations of an account. */
  associations(tx: Tx, accountId: number): Promise<AssociationRow[]>
  /**
   * Ties pairs together, in the direction of the association; answers which are new. Pairs with somebody or something
   * that is not there are left out. Where a side holds one only and is taken: 409, unless told otherwise.
   */
  associate(
    tx: Tx,
    accountId: number,
    associationId: number,
    pairs: readonly Pair[],
    whereTaken?: WhereTaken,
  ): Promise<Pair[]>
  /** Cuts pairs; answers which were tied. */
  dissociate(tx: Tx, accountId: number, associationId: number, pairs: readonly Pair[]): Promise<Pair[]>
  /** What a person is tied to, by association: the newest 20 objects of each and how many there are. */
  objectsOfPerson(tx: Tx, accountId: number, personId: number): Promise<Tied[]>
  /** Kinds of objects, their fields and their associations, for conditions. */
  dictionary(tx: Tx, accountId: number): Promise<ObjectsDictionary>
  /** Gives a new account its companies; accounts without them get them when they first ask. */
  seedCompany(tx: Tx, accountId: number): Promise<void>
}

/** The door of objects on a house. */
export const objectsDoor = (house: House): ObjectsDoor => ({
  upsertObjects: (tx, accountId, objectName, items, options) =>
    upsertObjects(tx, house, accountId, objectName, items, options),
  changeKnownObjects: (tx, accountId, items) => changeKnownObjects(tx, house, accountId, items),
  ensureFields: async (tx, accountId, schemaId, fields) => {
    const known = await rulesOf(tx, accountId, schemaId)
    const missing = fields.filter(({ name }) => !known.has(name))
    await ensureObjectFields(tx, accountId, schemaId, missing as readonly FieldToMake[], house.clock.now())
    return missing
  },
  changeObjectNumbers: (tx, accountId, changes) => changeObjectNumbers(tx, house, accountId, changes),
  kindNamed: (tx, accountId, name) => findKind(tx, house, accountId, name),
  defaultAssociation: async (tx, accountId, fromObject, toObject) =>
    defaultAssociation(
      tx,
      house,
      accountId,
      await findKind(tx, house, accountId, fromObject),
      await findKind(tx, house, accountId, toObject),
    ),
  associations: allAssociations,
  associate: (tx, accountId, associationId, pairs, whereTaken) =>
    associate(tx, house, accountId, associationId, pairs, whereTaken),
  dissociate: (tx, accountId, associationId, pairs) => dissociate(tx, house, accountId, associationId, pairs),
  objectsOfPerson: (tx, accountId, personId) => objectsOfPerson(tx, accountId, personId),
  dictionary: (tx, accountId) => objectsDictionary(tx, house, accountId),
  seedCompany: (tx, accountId) => ensureCompany(tx, accountId, house.clock.now()),
})
