import { lazyScreen } from '@millrace/kit/web'

export const Dashboard = lazyScreen(() => import('./screens/DashboardScreen.tsx'))
