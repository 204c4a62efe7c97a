import { askingRun } from '../../server/engine/stepRun.ts'
import { pageVisitedStep } from './pageVisited.step.ts'

/** Asks for everybody at once who was on the page. */
export const runPageVisited = askingRun(pageVisitedStep)
