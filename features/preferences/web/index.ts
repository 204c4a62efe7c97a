import { lazyScreen } from '@millrace/kit/web'

/** The page on which a person chooses what to get, at /public/subscription-preferences. */
export const SubscriptionPreferences = lazyScreen(() => import('./screens/SubscriptionPreferences.tsx'))
/** What a person wants to hear about; a part of a person's page. */
export const PersonPreferences = lazyScreen<{ personId: number }>(() => import('./person/PersonPreferences.tsx'))
