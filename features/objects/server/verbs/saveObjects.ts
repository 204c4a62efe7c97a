import { conflict, type House, Refusal } from '@millrace/kit/server'
import type { ObjectInput, ObjectRecord } from '../../contract/index.ts'
import type { ObjectPorts } from '../ports.ts'
import { mayWrite } from '../schemas/gate.ts'
import { findSchema } from '../schemas/schemaRows.ts'
import type { ObjectItem } from '../upsert/item.ts'
import { upsertObjects } from '../upsert/upsertObjects.ts'
import { findObject, type ObjectKey, readObjects } from './readObjects.ts'

const asItem = ({ id, externalId, ...fields }: ObjectInput): ObjectItem => ({ id, externalId, fields })

type Writing = { house: House; ports: ObjectPorts; accountId: number; objectName: string }

/** Makes objects, or makes and changes them: all, or none where one is refused. Answers them as they are now. */
export const saveObjects = (
  { house, ports, accountId, objectName }: Writing,
  objects: readonly ObjectInput[],
  existing: 'update' | 'refuse',
): Promise<ObjectRecord[]> =>
  house.db.account(accountId, async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    await mayWrite(tx, ports, accountId, schema)
    // An id that comes along with something new is not the caller's to give.
    const items =
      existing === 'refuse' ? objects.map((object) => ({ ...asItem(object), id: null })) : objects.map(asItem)
    const options = { source: 'api', createFields: true, existing }
    const saved = await upsertObjects(tx, house, accountId, schema.name, items, options)
    const ids = saved.map(({ objectId }) => objectId)
    return readObjects(tx, accountId, schema.id, ids)
  })

/** Changes one object; 404 where there is none. */
export const updateObject = (
  { house, ports, accountId, objectName }: Writing,
  key: ObjectKey,
  { id: _id, externalId, ...fields }: Record<string, unknown>,
): Promise<ObjectRecord> =>
  house.db.account(accountId, async (tx) => {
    const schema = await findSchema(tx, house, accountId, objectName)
    await mayWrite(tx, ports, accountId, schema)
    const id = await findObject(tx, accountId, schema.id, key)
    const item = { id, externalId: externalId as string | null | undefined, fields }
    await upsertObjects(tx, house, accountId, schema.name, [item], { source: 'manual', createFields: true }).catch(
      (error: unknown) => {
        throw error instanceof Refusal && error.message.startsWith('Another object has')
          ? conflict(error.message)
          : error
      },
    )
    return (await readObjects(tx, accountId, schema.id, [id]))[0] as ObjectRecord
  })
