import { lazyScreen } from '@millrace/kit/web'

/** The built-in mailbox, at /mailbox. */
export const Mailbox = lazyScreen(() => import('./screens/Mailbox.tsx'))
/** Addresses that the account writes from, at /settings/email and /settings/email/addresses. */
export const SenderAddresses = lazyScreen(() => import('./screens/SenderAddresses.tsx'))
/** Where the owner of an address confirms it, at /public/confirm-sender. */
export const ConfirmSender = lazyScreen(() => import('./screens/ConfirmSender.tsx'))
/** Domains that the account writes from, at /settings/email/domains. */
export const SenderDomains = lazyScreen(() => import('./screens/SenderDomains.tsx'))
/** One domain with its DNS records, at /settings/email/domains/{id}. */
export const SenderDomain = lazyScreen(() => import('./screens/SenderDomain.tsx'))
/** Mails whose fate is not known, at /settings/email/uncertain. */
export const UncertainMails = lazyScreen(() => import('./screens/UncertainMails.tsx'))
/** The mails of one person; a part of a person's page. */
export const PersonMails = lazyScreen<{ personId: number }>(() => import('./parts/PersonMails.tsx'))
export { SendMark } from './parts/SendMark.tsx'
