import { lazyScreen } from '@millrace/kit/web'

/** The list of flows. */
export const FlowList = lazyScreen(() => import('./screens/FlowList.tsx'))
/** A person's passes through flows, and why they are in one or not; a part of a person's page. */
export const PersonFlows = lazyScreen<{ personId: number }>(() => import('./person/PersonFlows.tsx'))
/** One flow on its canvas. */
export const FlowScreen = lazyScreen(() => import('./screens/FlowScreen.tsx'))
