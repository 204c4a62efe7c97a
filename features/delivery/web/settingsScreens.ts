import { lazyScreen } from '@millrace/kit/web'

/** Addresses that the account writes from, at /settings/email and /settings/email/addresses. */
export const SenderAddresses = lazyScreen(() => import('./screens/SenderAddresses.tsx'))
/** Domains that the account writes from, at /settings/email/domains. */
export const SenderDomains = lazyScreen(() => import('./screens/SenderDomains.tsx'))
/** One domain with its DNS records, at /settings/email/domains/{id}. */
export const SenderDomain = lazyScreen(() => import('./screens/SenderDomain.tsx'))
/** Mails whose fate is not known, at /settings/email/uncertain. */
export const UncertainMails = lazyScreen(() => import('./screens/UncertainMails.tsx'))
/** Mail that waits, by what for, at /settings/email/waiting. */
export const WaitingMails = lazyScreen(() => import('./screens/WaitingMails.tsx'))
/** What holds mail back, at /settings/email/rules. */
export const SendingRules = lazyScreen(() => import('./screens/SendingRules.tsx'))
/** Through whom an account's mail leaves; a part of /admin/{accountId}. */
export const MailProviderPanel = lazyScreen<{ accountId: number }>(() => import('./parts/MailProviderPanel.tsx'))
