import { personIdsOf, type StepRun, yesOrNo } from '../../server/engine/stepRun.ts'
import type { SegmentValues } from './segment.step.ts'

/** Asks for everybody at once who is in the segment. */
export const runSegment: StepRun<SegmentValues> = {
  usesDatabase: true,
  run: async ({ tx, doors, accountId }, { segmentId }, tokens) => {
    const inSegment = { type: 'segment' as const, value: segmentId, condition: 'in' as const }
    const conditions = { type: 'group' as const, operator: 'and' as const, conditions: [inSegment] }
    return yesOrNo(tokens, await doors.matches(tx, accountId, conditions, personIdsOf(tokens)))
  },
}
