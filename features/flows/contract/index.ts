import { changeCalls } from './changeCalls.ts'
import { engineCalls } from './engineCalls.ts'
import { flowCalls } from './flowCalls.ts'
import { inAppCalls } from './inAppCalls.ts'
import { metricsCalls } from './metricsCalls.ts'
import { outsideCalls } from './outsideCalls.ts'
import { personFlowCalls } from './personCalls.ts'
import { serviceStepCalls } from './serviceCalls.ts'
import { shareCalls } from './shareCalls.ts'
import { stepCalls } from './stepCalls.ts'
import { versionCalls } from './versionCalls.ts'

export * from './catalogue.ts'
export { FlowChanges, FlowLife } from './changeCalls.ts'
export { conditionWords } from './conditionWords.ts'
export { type Comparison, compareDrawings, comparisonInWords, type Difference, Drawing } from './drawing.ts'
export type { FlowState, FlowsHealth, FlowTrouble, FlowWalk } from './engineCalls.ts'
export * from './flow.ts'
export type { PersonMessage, StepMessage } from './inAppCalls.ts'
export * from './mapping.ts'
export type { FlowFigures, FlowMetrics, FlowPersonEvent, FlowPoint, FunnelStep } from './metricsCalls.ts'
export { isOffered, offerSteps } from './offered.ts'
export { CallHost, CallState, Delivery, Hook, StepCall, TestCall } from './outsideCalls.ts'
export { pathsIn } from './pathsIn.ts'
export { EntryReason, FlowExplanation, PersonRun, PersonStay } from './personCalls.ts'
export { plugStepTypes, type ServiceName, serviceNamed } from './plugged.ts'
export * from './problems.ts'
export * from './refs.ts'
export { FlowSegment, MailPreview, Recipe } from './shareCalls.ts'
export {
  type Names,
  type StepGroup,
  type StepKind,
  type StepRole,
  type StepType,
  type Summary,
  schemaOf,
  stepType,
  type Watch,
} from './stepType.ts'
export { fitsFlow, misfit, OF_PEOPLE, startOf } from './subjects.ts'
export * from './values.ts'
export type { DryRunRequest, DryStay, FlowVersion } from './versionCalls.ts'

/** Every call about flows, steps, links and decorations. */
export const flowsContract = {
  ...metricsCalls,
  ...flowCalls,
  ...changeCalls,
  ...engineCalls,
  ...shareCalls,
  ...stepCalls,
  ...versionCalls,
  ...personFlowCalls,
  ...outsideCalls,
  ...serviceStepCalls,
  ...inAppCalls,
}
