import { lazyScreen } from '@millrace/kit/web'

export { Card } from './parts/Card.tsx'
export { Entrance, EntranceAlert } from './parts/Entrance.tsx'
export { PasswordField } from './parts/PasswordField.tsx'
export { useLogOut } from './parts/useLogOut.ts'

/** The feature's pages of settings, by name; loaded with the rail of settings. */
export const accessSettings = () => import('./settingsScreens.ts')
/** Signing in with e-mail and password. */
export const Login = lazyScreen(() => import('./screens/Login.tsx'))
/** Asking for a mailed link that sets a new password. */
export const RequestResetPassword = lazyScreen(() => import('./screens/RequestResetPassword.tsx'))
/** Choosing a password with a mailed link. */
export const ResetPassword = lazyScreen(() => import('./screens/ResetPassword.tsx'))
