import type { TriggerRun } from '../../server/engine/triggerMatch.ts'
import type { SegmentTriggerValues } from './segmentTrigger.step.ts'

/** Looks for the segment by its id. */
export const segmentTrigger: TriggerRun<SegmentTriggerValues> = {
  match: ({ segmentId, change }) => ({ kind: `segment.${change}`, about: { id: segmentId } }),
}
