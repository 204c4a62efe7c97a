import { type House, notFound, type Tx } from '@millrace/kit/server'
import type { ObjectPage } from '../../contract/index.ts'
import type { ObjectPorts } from '../ports.ts'
import { findSchema } from '../schemas/schemaRows.ts'
import { countOf, type ObjectList, pageOf } from './listObjects.ts'

type Asked = { house: House; ports: ObjectPorts; accountId: number; objectName: string; segmentId: number }

const conditionOf = async (tx: Tx, { ports, accountId, segmentId }: Asked, name: string, first: number) => {
  const condition = await ports.objectsInSegment?.(tx, accountId, segmentId, name, first)
  if (!condition) throw notFound('There is no such segment.')
  return condition
}

/** How many objects are in a segment; 404 where there is no such segment of that kind. */
export const countSegmentObjects = (asked: Asked): Promise<number> =>
  asked.house.db.system(async (tx) => {
    const schema = await findSchema(tx, asked.house, asked.accountId, asked.objectName)
    return countOf(tx, asked.accountId, schema.id, false, await conditionOf(tx, asked, schema.name, 3))
  })

/** A page of the objects of a segment, and how many there are; 404 where there is no such segment of that kind. */
export const listSegmentObjects = (asked: Asked, wanted: ObjectPage): Promise<ObjectList> =>
  asked.house.db.system(async (tx) => {
    const { accountId } = asked
    const schema = await findSchema(tx, asked.house, accountId, asked.objectName)
    const total = await countOf(tx, accountId, schema.id, false, await conditionOf(tx, asked, schema.name, 3))
    const objects = await pageOf(tx, accountId, schema, wanted, await conditionOf(tx, asked, schema.name, 6))
    return { objects, total, hasMore: (wanted.offset ?? 0) + objects.length < total }
  })
