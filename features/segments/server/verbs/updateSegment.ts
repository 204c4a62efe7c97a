import type { House } from '@millrace/kit/server'
import type { Conditions, Segment } from '../../contract/index.ts'
import { loadDictionary } from '../loadDictionary.ts'
import { startBuild } from '../membership/buildSegment.ts'
import { readSegment } from '../read/readSegments.ts'
import { checkKinds, kindNamed } from '../rules/checkKinds.ts'
import { checkNesting } from '../rules/checkNesting.ts'
import { checkMayChange, checkName, checkTree } from '../rules/checkSegment.ts'

/** What of a segment is to be changed; what is left out stays. */
export type SegmentPatch = { name: string; color?: string | null; conditions?: Conditions }

// Changes a segment; other conditions make another definition.
const UPDATE = `update segments set name = $3, color = $4, conditions = $5::jsonb, version = 2, updated_at = $6,
    definition = definition + case when conditions = $5::jsonb then 0 else 1 end
  where account_id = $1 and id = $2 returning definition`

// The segment as it is, for as long as it is being changed.
const LOCK = 'select definition from segments where account_id = $1 and id = $2 for update'

/** Changes a segment. Where its conditions became others, who is in it is worked out anew. */
export const updateSegment = (house: House, accountId: number, id: number, patch: SegmentPatch): Promise<Segment> =>
  house.db.account(accountId, async (tx) => {
    const before = await tx.one<{ definition: number }>(LOCK, [accountId, id], 'segments-lock')
    const segment = await readSegment(tx, house, accountId, id)
    checkMayChange(segment)
    const { name, color = segment.color, conditions = segment.conditions } = patch
    checkName(name)
    checkTree(conditions)
    const dictionary = await loadDictionary(tx, accountId, house.clock.now())
    checkKinds(conditions, kindNamed(segment.objectName, dictionary).kind, dictionary)
    await checkNesting(tx, accountId, conditions, id)
    const values = [accountId, id, name, color, JSON.stringify(conditions), house.clock.now()]
    const after = await tx.one<{ definition: number }>(UPDATE, values, 'segments-update')
    if (after && after.definition !== before?.definition) {
      await startBuild(tx, house, { accountId, segmentId: id, definition: after.definition })
    }
    return readSegment(tx, house, accountId, id)
  })
