import { lazyScreen } from '@millrace/kit/web'

/** The feature's pages beside the rail of settings, by name; loaded with the rail. */
export const emailsSettings = () => import('./settingsScreens.ts')
/** The list of emails, at /emails. */
export const EmailList = lazyScreen(() => import('./screens/EmailList.tsx'))
/** The editor of one email, at /emails/{id}. */
export const EmailScreen = lazyScreen(
  () => import('./screens/EmailScreen.tsx'),
  ({ id }) => void import('./editor/openings.ts').then(({ beginOpening }) => beginOpening(Number(id))),
)
export { EmailOverlay } from './drawer/EmailOverlay.tsx'
export { EmailPicker } from './parts/EmailPicker.tsx'
export { EmailPreviewFrame } from './parts/EmailPreviewFrame.tsx'
export { EmailLook } from './parts/LookNote.tsx'
export { MailFrame } from './parts/MailFrame.tsx'
export { EmailLink } from './parts/NamedEmail.tsx'
