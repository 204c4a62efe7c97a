import type { Handlers, House, Outgoing } from '@millrace/kit/server'
import type { flowsContract } from '../contract/index.ts'
import { changeFlow } from './changes/applyChanges.ts'
import { liveFlow } from './changes/liveFlow.ts'
import { makeFlow } from './copy/makeFlow.ts'
import type { FlowDoors } from './doors.ts'
import { dryRun } from './dry/dryRun.ts'
import { inAppHandlers } from './inApp/handlers.ts'
import { metricsHandlers } from './metrics/metricsHandlers.ts'
import { openDoors } from './openDoors.ts'
import { outsideHandlers } from './outside/handlers.ts'
import { explainFlow } from './personEntry.ts'
import { listObjectFlows, listPersonFlows } from './personRuns.ts'
import { asShared } from './share/asShared.ts'
import { shareHandlers } from './share/handlers.ts'
import { mayRead } from './share/shareTokens.ts'
import { countFlowsPeople, sumFlowsPeople } from './verbs/countPeople.ts'
import { deleteStep } from './verbs/deleteStep.ts'
import { createDecoration, deleteDecoration, updateDecoration } from './verbs/editDecorations.ts'
import { createLink, deleteLink, deleteLinkBetween } from './verbs/editLinks.ts'
import { createStep, updateStep } from './verbs/editStep.ts'
import { flowHistory } from './verbs/flowHistory.ts'
import { flowProblems } from './verbs/flowProblems.ts'
import { flowState } from './verbs/flowState.ts'
import { flowsHealth, retryParked } from './verbs/flowsHealth.ts'
import { listFlowNames, listFlows } from './verbs/listFlows.ts'
import { listGeneratedFlows } from './verbs/listGeneratedFlows.ts'
import { readFlow } from './verbs/readFlow.ts'
import { endFlowForPerson, listStepPeople, removePersonFromStep, retryStep, skipWait } from './verbs/stepPeople.ts'
import {
  forgetTroubles,
  removeStepPeople,
  retryStepPeople,
  skipStepPeople,
  stopWalk,
} from './verbs/stepPeopleTogether.ts'
import { updateFlow } from './verbs/updateFlow.ts'
import { listVersions, nameVersion, readVersion } from './versions/listVersions.ts'
import { restoreVersion } from './versions/restoreVersion.ts'

const flowHandlers = (house: House, doors: FlowDoors) =>
  ({
    listFlows: ({ query }, by) => listFlows(house, by, query),
    listFlowNames: async (_input, by) => ({ integrations: await listFlowNames(house, by) }),
    listGeneratedFlows: async (_input, by) => ({ integrations: await listGeneratedFlows(house, by) }),
    countFlowsPeople: async ({ query }, by) => ({ metrics: await countFlowsPeople(house, by, query) }),
    sumFlowsPeople: async ({ query }, by) => ({ metrics: await sumFlowsPeople(house, by, query) }),
    createFlow: ({ query, body }, by) => makeFlow({ house, doors, by }, { ...body, ...query }),
    getFlow: async ({ params: { id } }, by) => {
      const isShared = await mayRead(house, by, id)
      const flow = await house.db.account(by.accountId, (tx) => readFlow(tx, by.accountId, id))
      return { integration: isShared ? asShared(flow) : flow }
    },
    updateFlow: async ({ params, body }, by) => ({ integration: await updateFlow(house, doors, by, params.id, body) }),
    getFlowPeopleCounts: async ({ params, query }, by) => ({
      integration: await liveFlow(house, by, params.id, query),
    }),
    getFlowHistory: ({ params, query }, by) => flowHistory(house, by, params.id, query),
    getFlowProblems: async ({ params: { id }, query: { aside } }, { accountId }) => ({
      problems: await house.db.account(accountId, async (tx) =>
        flowProblems(tx, doors, accountId, await readFlow(tx, accountId, id), aside === 'true'),
      ),
    }),
    endFlowForPerson: ({ params }, by) => endFlowForPerson(house, by, params.flowId, params.objectId),
  }) satisfies Partial<Handlers<typeof flowsContract>>

const stepHandlers = (house: House, doors: FlowDoors) =>
  ({
    createStep: async ({ body }, by) => ({ step: await createStep(house, doors, by, body) }),
    updateStep: async ({ params, body }, by) => ({ step: await updateStep(house, doors, by, params.id, body) }),
    deleteStep: ({ params }, by) => deleteStep(house, doors, by, params.id),
    listStepPeople: ({ params, query }, by) => listStepPeople(house, by, params.stepId, query),
    removePersonFromStep: ({ params }, by) => removePersonFromStep(house, by, params.stepId, params.objectId),
    skipWait: async ({ params }, by) => {
      await skipWait(house, by, params.stepId, params.objectId)
      return { skipped: true }
    },
    retryStep: async ({ params }, by) => {
      await retryStep(house, by, params.stepId, params.objectId)
      return { retried: true }
    },
    createLink: async ({ body }, by) => ({ link: await createLink(house, doors, by, body) }),
    deleteLink: ({ params }, by) => deleteLink(house, doors, by, params.id),
    deleteLinkBetween: ({ params }, by) => deleteLinkBetween(house, doors, by, params.source, params.target),
    createDecoration: async ({ body }, by) => ({ decoration: await createDecoration(house, by, body) }),
    updateDecoration: async ({ params, body }, by) => ({
      decoration: await updateDecoration(house, by, params.decorationId, body),
    }),
    changeFlow: ({ params, body }, by) => changeFlow(house, doors, by, params.id, body),
    deleteDecoration: ({ params }, by) => deleteDecoration(house, by, params.decorationId),
  }) satisfies Partial<Handlers<typeof flowsContract>>

const versionHandlers = (house: House, doors: FlowDoors) =>
  ({
    listFlowVersions: async ({ params, query }, by) => ({ versions: await listVersions(house, by, params.id, query) }),
    getFlowVersion: ({ params: { id, version } }, { accountId }) =>
      house.db.account(accountId, (tx) => readVersion(tx, accountId, id, version)),
    nameFlowVersion: async ({ params, body }, by) => ({
      version: await nameVersion(house, by, params.id, params.version, body.name),
    }),
    restoreFlowVersion: async ({ params }, by) => ({
      integration: await restoreVersion(house, doors, by, params.id, params.version),
    }),
    dryRunFlow: ({ params, body }, { accountId }) =>
      dryRun({ house, openDoors, accountId, flowId: params.id, request: body }),
  }) satisfies Partial<Handlers<typeof flowsContract>>

const engineHandlers = (house: House) =>
  ({
    getFlowsHealth: async (_input, by) => ({ health: await flowsHealth(house, by) }),
    retryParkedChanges: (_input, by) => retryParked(house, by),
    getFlowState: async ({ params }, by) => ({ state: await flowState(house, by, params.id) }),
    retryStepPeople: ({ params, body }, by) => retryStepPeople(house, by, params.stepId, body),
    skipStepPeople: ({ params, body }, by) => skipStepPeople(house, by, params.stepId, body),
    removeStepPeople: ({ params, body }, by) => removeStepPeople(house, by, params.stepId, body),
    stopFlowWalk: ({ params }, by) => stopWalk(house, by, params.id, params.walkId),
    forgetFlowTroubles: ({ params }, by) => forgetTroubles(house, by, params.id),
  }) satisfies Partial<Handlers<typeof flowsContract>>

/** Each call to its verb. */
export const flowsHandlers = (house: House, doors: FlowDoors, outgoing: Outgoing): Handlers<typeof flowsContract> => ({
  ...engineHandlers(house),
  ...outsideHandlers(house, outgoing),
  ...inAppHandlers(house),
  ...flowHandlers(house, doors),
  ...shareHandlers(house, doors),
  ...stepHandlers(house, doors),
  ...metricsHandlers(house, doors),
  ...versionHandlers(house, doors),
  listPersonFlows: async ({ params }, { accountId }) => ({ runs: await listPersonFlows(house, accountId, params.id) }),
  listObjectFlows: async ({ params }, { accountId }) => ({ runs: await listObjectFlows(house, accountId, params) }),
  explainFlow: ({ params }, { accountId }) => explainFlow(house, accountId, params.id, params.personId),
})
