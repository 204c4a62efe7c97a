import { lazyScreen } from '@millrace/kit/web'

/** Name, site, industry, phone, time zone and mailing address of the account. */
export const AccountSettings = lazyScreen(() => import('./screens/AccountSettings.tsx'))
/** The keys of the API. */
export const ApiKeys = lazyScreen(() => import('./screens/ApiKeys.tsx'))
/** The accounts of a member, and new ones. */
export const AccountList = lazyScreen(() => import('./screens/AccountList.tsx'))
