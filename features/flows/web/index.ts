import { lazyScreen } from '@millrace/kit/web'

/** The list of flows. */
export const FlowList = lazyScreen(() => import('./screens/FlowList.tsx'))
/** A person's passes through flows, and why they are in one or not; a part of a person's page. */
export const PersonFlows = lazyScreen<{ personId: number }>(() => import('./person/PersonFlows.tsx'))
/** The same of an object; a part of its page. */
export const ObjectFlows = lazyScreen<{ objectName: string; id: number }>(() => import('./person/ObjectFlows.tsx'))
export { plugForms } from './inspector/forms.ts'
/** One flow on its canvas; outside of an account, what whoever has a link may see of it or of its segments. */
export const FlowScreen = lazyScreen(() => import('./screens/FlowScreen.tsx'))
/** Figures of flows over time, at /metrics/flows. */
export const FlowMetrics = lazyScreen(() => import('./metrics/screens/FlowMetrics.tsx'))
/** Who entered flows or reached their goals, at /metrics/flows/events. */
export const FlowEvents = lazyScreen(() => import('./metrics/screens/FlowEvents.tsx'))
/** In-app messages for one person; a part of a person's page. */
export const PersonMessages = lazyScreen<{ personId: number }>(() => import('./inApp/PersonMessages.tsx'))
export { type PanelProps, plugStepPanels } from './inspector/panels.tsx'
export { FlowPicker } from './metrics/FlowPicker.tsx'
