import { lazyScreen } from '@millrace/kit/web'

/** Figures of mail over time, at /metrics/emails. */
export const EmailMetrics = lazyScreen(() => import('./screens/EmailMetrics.tsx'))
/** Who did what with mail, at /metrics/emails/events. */
export const EmailEvents = lazyScreen(() => import('./screens/EmailEvents.tsx'))
