import { lazyScreen } from '@millrace/kit/web'

/** The kinds of mail, at /settings/communication-categories. */
export const Categories = lazyScreen(() => import('./screens/Categories.tsx'))
/** The words of the preferences page, at /settings/communication-categories/customize. */
export const CustomizePage = lazyScreen(() => import('./screens/CustomizePage.tsx'))
/** Addresses that are not written to, at /settings/email/suppressions. */
export const Suppressions = lazyScreen(() => import('./screens/Suppressions.tsx'))
