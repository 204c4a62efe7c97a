import { lazyScreen } from '@millrace/kit/web'

/** The list of flows. */
export const FlowList = lazyScreen(() => import('./screens/FlowList.tsx'))
/** One flow on its canvas. */
export const FlowScreen = lazyScreen(() => import('./screens/FlowScreen.tsx'))
