import { lazyScreen } from '@millrace/kit/web'

/** The list of broadcasts, at /broadcasts. */
export const BroadcastList = lazyScreen(() => import('./screens/BroadcastList.tsx'))
/** One broadcast, at /broadcasts/{id}. */
export const BroadcastScreen = lazyScreen(() => import('./screens/BroadcastScreen.tsx'))
