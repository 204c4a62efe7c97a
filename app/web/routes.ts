import { Login, RequestResetPassword, ResetPassword } from '@millrace/access/web'
import { Register } from '@millrace/accounts/web'
import { BroadcastList, BroadcastScreen } from '@millrace/broadcasts/web'
import { ConfirmSender, Mailbox } from '@millrace/delivery/web'
import { EmailList, EmailScreen } from '@millrace/emails/web'
import { FlowEvents, FlowList, FlowMetrics, FlowScreen } from '@millrace/flows/web'
import { ImportList, ImportScreen, NewImport } from '@millrace/imports/web'
import { ObjectScreen, ObjectsScreen } from '@millrace/objects/web'
import { PeopleScreen, PersonScreen } from '@millrace/people/web'
import { ConfirmSubscription, SubscriptionPreferences } from '@millrace/preferences/web'
import { SegmentList, SegmentScreen } from '@millrace/segments/web'
import { type Page, page } from './boot/page.ts'
import { Dashboard } from './dashboard/index.ts'
import { EmailEvents, EmailMetrics } from './metrics/index.ts'

/** The site map: one line per address; those of settings stand in `settings/settingsPages.ts`. */
export const PAGES: readonly Page[] = [
  page('/login', Login, 'Log in', { isPublic: true }),
  page('/register', Register, 'Sign up', { isPublic: true }),
  page('/register/$stepId', Register, 'Sign up', { isPublic: true }),
  page('/request-reset-password', RequestResetPassword, 'Reset password', { isPublic: true }),
  page('/reset-password', ResetPassword, 'Reset password', { isPublic: true }),
  page('/', Dashboard, 'Home'),
  page('/dashboard', Dashboard, 'Home'),
  page('/emails', EmailList, 'Emails'),
  page('/emails/$id', EmailScreen, 'Email'),
  page('/broadcasts', BroadcastList, 'Broadcasts'),
  page('/broadcasts/$id', BroadcastScreen, 'Broadcast'),
  page('/flows', FlowList, 'Flows'),
  page('/flows/$id', FlowScreen, 'Flow'),
  page('/metrics', EmailMetrics, 'Email metrics'),
  page('/metrics/emails', EmailMetrics, 'Email metrics'),
  page('/metrics/emails/events', EmailEvents, 'Email metrics'),
  page('/metrics/flows', FlowMetrics, 'Flow metrics'),
  page('/metrics/flows/events', FlowEvents, 'Flow metrics'),
  page('/people/imports', ImportList, 'Imports'),
  page('/people/imports/new', NewImport, 'Import people'),
  page('/people/imports/new/$stageName', NewImport, 'Import people'),
  page('/people/imports/$id', ImportScreen, 'Import'),
  page('/people', PeopleScreen, 'People'),
  page('/people/$id', PersonScreen, 'Person'),
  page('/segments', SegmentList, 'Segments'),
  page('/segments/$id', SegmentScreen, 'Segment'),
  page('/objects/$objectName', ObjectsScreen, 'Objects'),
  page('/objects/$objectName/$id', ObjectScreen, 'Object'),
  page('/mailbox', Mailbox, 'Mailbox', { isPublic: true }),
  page('/public/confirm-sender', ConfirmSender, 'Confirm a sender address', { isPublic: true }),
  page('/public/confirm-subscription', ConfirmSubscription, 'Confirm your subscription', { isPublic: true }),
  page('/public/subscription-preferences', SubscriptionPreferences, 'Email preferences', { isPublic: true }),
]
