import { lazyScreen } from '@millrace/kit/web'
import type { ReactNode } from 'react'

/** Name, site, industry, phone, time zone and mailing address of the account. */
export const AccountSettings = lazyScreen(() => import('./screens/AccountSettings.tsx'))
/** The keys of the API. */
export const ApiKeys = lazyScreen(() => import('./screens/ApiKeys.tsx'))
/** The accounts of a member, and new ones. */
export const AccountList = lazyScreen(() => import('./screens/AccountList.tsx'))
/** What holds for all mail of the account, at /settings/email/general. */
export const EmailGeneral = lazyScreen(() => import('./screens/EmailGeneral.tsx'))
/** The fonts that writers can choose from, at /settings/email/fonts. */
export const EmailFonts = lazyScreen(() => import('./screens/EmailFonts.tsx'))
/** Every account of the installation, at /admin/accounts. */
export const AdminAccounts = lazyScreen(() => import('./admin/AdminAccounts.tsx'))
/** One account as administrators see it, at /admin/{accountId}. */
export const AdminAccount = lazyScreen<{ children: (accountId: number) => ReactNode }>(
  () => import('./admin/AdminAccount.tsx'),
)
