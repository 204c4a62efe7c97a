import { lazyScreen } from '@millrace/kit/web'

/** The feature's pages of settings, by name; loaded with the rail of settings. */
export const accountsSettings = () => import('./settingsScreens.ts')
/** Opening an account, step by step. */
export const Register = lazyScreen(() => import('./screens/Register.tsx'))
