import { lazyScreen } from '@millrace/kit/web'

/** Where everyone arrives. */
export const Dashboard = lazyScreen(() => import('./Dashboard.tsx'))
