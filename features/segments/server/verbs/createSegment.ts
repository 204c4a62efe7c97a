import type { House, Tx } from '@millrace/kit/server'
import type { Conditions, Segment } from '../../contract/index.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { startBuild } from '../membership/buildSegment.ts'
import { readSegment } from '../read/readSegments.ts'
import { checkKinds, kindNamed } from '../rules/checkKinds.ts'
import { checkNesting } from '../rules/checkNesting.ts'
import { checkName, checkTree } from '../rules/checkSegment.ts'

/** What a new segment is made of. */
export type NewSegment = { name: string; color?: string | null; objectName?: string; conditions: Conditions }

// Adds a segment.
const INSERT = `insert into segments (account_id, name, color, object_name, conditions, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $6) returning id, definition`

/** Makes a segment in the caller's transaction and begins to work out who is in it; answers its id. */
export const insertSegment = async (tx: Tx, house: House, accountId: number, wanted: NewSegment): Promise<number> => {
  const { name, color = null, conditions } = wanted
  checkName(name)
  checkTree(conditions)
  const dictionary = await loadDictionary(tx, accountId, house.clock.now())
  const { kind, objectName } = kindNamed(wanted.objectName, dictionary)
  checkKinds(conditions, kind, dictionary)
  await checkNesting(tx, accountId, conditions)
  const row = await tx.one<{ id: number; definition: number }>(
    INSERT,
    [accountId, name, color, objectName, JSON.stringify(conditions), house.clock.now()],
    'segments-insert',
  )
  const { id, definition } = row as { id: number; definition: number }
  await startBuild(tx, house, { accountId, segmentId: id, definition })
  return id
}

/** Makes a segment and begins to work out who is in it. */
export const createSegment = (house: House, accountId: number, wanted: NewSegment): Promise<Segment> =>
  house.db.account(accountId, async (tx) =>
    readSegment(tx, house, accountId, await insertSegment(tx, house, accountId, wanted)),
  )
