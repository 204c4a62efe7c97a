export { type Suppression, type SuppressionReason, suppress } from './suppress.ts'
export { preferencesUrl, preferenceToken, readPreferenceToken, type Subscriber, unsubscribeUrl } from './token.ts'
