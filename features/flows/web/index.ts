import { lazyScreen } from '@millrace/kit/web'

/** The list of flows. */
export const FlowList = lazyScreen(() => import('./screens/FlowList.tsx'))
/** A person's passes through flows, and why they are in one or not; a part of a person's page. */
export const PersonFlows = lazyScreen<{ personId: number }>(() => import('./person/PersonFlows.tsx'))
export { plugForms } from './inspector/forms.ts'
/** One flow on its canvas. */
export const FlowScreen = lazyScreen(() => import('./screens/FlowScreen.tsx'))
/** Figures of flows over time, at /metrics/flows. */
export const FlowMetrics = lazyScreen(() => import('./metrics/screens/FlowMetrics.tsx'))
/** Who entered flows or reached their goals, at /metrics/flows/events. */
export const FlowEvents = lazyScreen(() => import('./metrics/screens/FlowEvents.tsx'))
/** What a link shows that somebody shared: a flow at `/flows/{id}?read-only-auth=`, or one of its segments. */
export const SharedPlace = lazyScreen(() => import('./share/SharedPlace.tsx'))
