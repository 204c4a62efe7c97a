import { type FeatureServer, type House, type Outgoing, openOutgoing } from '@millrace/kit/server'
import { flowsContract } from '../contract/index.ts'
import type { FlowDoors } from './doors.ts'
import { Advancing, type Engine } from './engine/advance.ts'
import { PlanCache } from './engine/planCache.ts'
import { flowsReactor } from './engine/react.ts'
import { walksLoop } from './engine/walk.ts'
import { flowsHandlers } from './handlers.ts'
import { hookRoutes } from './hooks/routes.ts'
import { scriptRoute } from './inApp/script.ts'
import { countUniques, forgetUniques } from './metrics/uniques.job.ts'
import { Calls } from './outside/calls.ts'
import { forgetCalls } from './outside/forgetCalls.ts'
import { Schedules } from './schedules/schedulesLoop.ts'
import { schedulesReactor } from './schedules/schedulesReactor.ts'

export { goalSql } from './conditionDoors.ts'
export type { FlowDoors, FlowSend } from './doors.ts'
export type { Outcome, StepContext, StepRun } from './engine/stepRun.ts'
export { allGo, personIdsOf, yesOrNo } from './engine/stepRun.ts'
export type { Token } from './engine/token.ts'
export type { TriggerMatch, TriggerRun } from './engine/triggerMatch.ts'
export { flowsInFolders } from './flowsInFolders.ts'
export { FLOW_EXPORT, flowPeopleExport } from './metrics/exportPeople.ts'
export { flowNames, objectFieldsInFlows } from './names/flowNames.ts'
export { openDoors } from './openDoors.ts'
export { callingRun } from './outside/callingRun.ts'
export { keepOutputs } from './outside/keepOutputs.ts'
export { rememberOutput } from './outside/stepOutput.ts'
export { personFlows } from './personFlows.ts'
export { plugSteps, type ServiceOperation, type ServiceSteps } from './services/plugSteps.ts'
export { goalsOf } from './verbs/goalsOf.ts'
export { usesOfEmails } from './verbs/usesOfEmails.ts'
export { usesOfKind } from './verbs/usesOfKind.ts'
export { usesOfSegment } from './verbs/usesOfSegment.ts'

/** Flows on a house: their calls, the reactor that lets people in, the loop that moves them on. */
export const openFlows = (
  house: House,
  doors: FlowDoors,
  {
    isFused = true,
    outgoing = openOutgoing({ allow: house.settings.OUTGOING_ALLOW ?? '' }),
  }: {
    /** False moves people one step at a time, to measure what fusing is worth. */
    isFused?: boolean
    /** Tests bring their own. */
    outgoing?: Outgoing
  } = {},
): FeatureServer<typeof flowsContract> => {
  const engine: Engine = { house, doors, plans: new PlanCache(), isFused }
  return {
    contract: flowsContract,
    handlers: flowsHandlers(house, doors, outgoing),
    reactors: [schedulesReactor(house), flowsReactor(engine)],
    jobs: [countUniques(house), forgetUniques(house), forgetCalls(house)],
    loops: [new Advancing(engine).loop(), walksLoop(house), new Schedules(house).loop()],
    routes: async (server) => {
      await hookRoutes(house)(server)
      await scriptRoute(server)
    },
    services: [new Calls(house, outgoing).service()],
  }
}
