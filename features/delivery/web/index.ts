import { lazyScreen } from '@millrace/kit/web'

/** The feature's pages of settings, by name; loaded with the rail of settings. */
export const deliverySettings = () => import('./settingsScreens.ts')
/** The built-in mailbox, at /mailbox. */
export const Mailbox = lazyScreen(() => import('./screens/Mailbox.tsx'))
/** Where the owner of an address confirms it, at /public/confirm-sender. */
export const ConfirmSender = lazyScreen(() => import('./screens/ConfirmSender.tsx'))
/** The mails of one person; a part of a person's page. */
export const PersonMails = lazyScreen<{ personId: number }>(() => import('./parts/PersonMails.tsx'))
export { SendMark } from './parts/SendMark.tsx'
