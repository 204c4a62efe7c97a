import { lazyScreen } from '@millrace/kit/web'

/** The page on which a person chooses what to get, at /public/subscription-preferences. */
export const SubscriptionPreferences = lazyScreen(() => import('./screens/SubscriptionPreferences.tsx'))
