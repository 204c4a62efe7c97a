import { askingRun } from '../../server/engine/stepRun.ts'
import { hasTagStep } from './hasTag.step.ts'

/** Asks for everybody at once who carries the tag. */
export const runHasTag = askingRun(hasTagStep)
