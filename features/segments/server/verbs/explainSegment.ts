import { type House, notFound } from '@millrace/kit/server'
import { ALL_SEGMENT_ID, ARCHIVED_SEGMENT_ID, type Explanation } from '../../contract/index.ts'
import { loadDictionary } from '../loadDictionary.ts'
import type { SegmentPorts } from '../ports.ts'
import { explain } from '../read/explain.ts'
import { readSegment } from '../read/readSegments.ts'

// Whether a person is archived, and whether stored as in a segment.
const STATE = `select p.archived_at is not null as "isArchived",
    (select 1 from segment_members m where m.account_id = $1 and m.segment_id = $2 and m.person_id = $3 and m.left_at is null) is not null as "isMember"
  from people p where p.account_id = $1 and p.id = $3`

type State = { isArchived: boolean; isMember: boolean }

/** Whether a person is in a segment, and why each of its conditions is true or false for them. */
export const explainSegment = (
  house: House,
  accountId: number,
  id: number,
  personId: number,
  { goalSql, goalsOf }: SegmentPorts,
) =>
  house.db.system(async (tx): Promise<{ isIn: boolean; explanation: Explanation }> => {
    const segment = await readSegment(tx, house, accountId, id)
    const state = await tx.one<State>(STATE, [accountId, id, personId], 'segments-person-state')
    if (!state) throw notFound('There is no such person.')
    const dictionary = await loadDictionary(tx, accountId, house.clock.now(), goalSql)
    const explanation = await explain(tx, segment.conditions, dictionary, personId, await goalsOf?.(tx, accountId))
    if (id === ARCHIVED_SEGMENT_ID) return { isIn: state.isArchived, explanation }
    return { isIn: id === ALL_SEGMENT_ID ? !state.isArchived : state.isMember, explanation }
  })

// Whether an object is stored as in a segment, and the kind that it is of, where that is the kind of the segment.
const OBJECT_STATE = `select o.schema_id as kind,
    (select 1 from segment_objects m where m.account_id = $1 and m.segment_id = $2 and m.object_id = $3 and m.left_at is null) is not null as "isMember"
  from objects o join object_schemas k on k.account_id = $1 and k.id = o.schema_id
  where o.account_id = $1 and o.id = $3 and lower(k.name) = lower($4)`

/** Whether an object is in a segment, and why each of its conditions is true or false for it. */
export const explainSegmentObject = (
  house: House,
  accountId: number,
  id: number,
  objectId: number,
  { goalSql, goalsOf }: SegmentPorts,
) =>
  house.db.system(async (tx): Promise<{ isIn: boolean; explanation: Explanation }> => {
    const { conditions, objectName } = await readSegment(tx, house, accountId, id)
    type Found = { kind: number; isMember: boolean }
    const found = await tx.one<Found>(OBJECT_STATE, [accountId, id, objectId, objectName])
    if (!found) throw notFound('There is no such object.')
    const dictionary = await loadDictionary(tx, accountId, house.clock.now(), goalSql)
    const goals = await goalsOf?.(tx, accountId)
    const explanation = await explain(tx, conditions, dictionary, objectId, goals, found.kind)
    return { isIn: found.isMember, explanation }
  })
