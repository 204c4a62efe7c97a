import { askingRun } from '../../server/engine/stepRun.ts'
import { segmentStep } from './segment.step.ts'

/** Asks for everybody at once who is in the segment. */
export const runSegment = askingRun(segmentStep)
