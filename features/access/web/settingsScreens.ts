import { lazyScreen } from '@millrace/kit/web'

/** One's own name, e-mail, password, sessions and look. */
export const Profile = lazyScreen(() => import('./screens/Profile.tsx'))
/** Who works in the account, and what each may do. */
export const Team = lazyScreen(() => import('./screens/Team.tsx'))
