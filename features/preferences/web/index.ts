import { lazyScreen } from '@millrace/kit/web'

/** The feature's pages of settings, by name; loaded with the rail of settings. */
export const preferencesSettings = () => import('./settingsScreens.ts')
/** Where somebody confirms a subscription, at /public/confirm-subscription. */
export const ConfirmSubscription = lazyScreen(() => import('./screens/ConfirmSubscription.tsx'))
/** The page on which a person chooses what to get, at /public/subscription-preferences. */
export const SubscriptionPreferences = lazyScreen(() => import('./screens/SubscriptionPreferences.tsx'))
/** What a person wants to hear about; a part of a person's page. */
export const PersonPreferences = lazyScreen<{ personId: number }>(() => import('./person/PersonPreferences.tsx'))
