import { Login, Profile, RequestResetPassword, ResetPassword, Team } from '@millrace/access/web'
import { AccountList, AccountSettings, ApiKeys, Register } from '@millrace/accounts/web'
import {
  ConfirmSender,
  Mailbox,
  SenderAddresses,
  SenderDomain,
  SenderDomains,
  UncertainMails,
} from '@millrace/delivery/web'
import { EmailList, EmailScreen } from '@millrace/emails/web'
import { FlowEvents, FlowList, FlowMetrics, FlowScreen } from '@millrace/flows/web'
import { ImportList, ImportScreen, NewImport } from '@millrace/imports/web'
import { ObjectScreen, ObjectSettings, ObjectsScreen } from '@millrace/objects/web'
import { ErasedPeople, FieldsScreen, PeopleScreen, PersonScreen, TagsScreen } from '@millrace/people/web'
import { SubscriptionPreferences } from '@millrace/preferences/web'
import { SegmentList, SegmentScreen } from '@millrace/segments/web'
import { type Page, page } from './boot/page.ts'
import { Dashboard } from './dashboard/index.ts'

/** The site map: one line per address. */
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
  page('/flows', FlowList, 'Flows'),
  page('/flows/$id', FlowScreen, 'Flow'),
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
  page('/profile', Profile, 'Profile', { isSettings: true }),
  page('/settings/profile', Profile, 'Profile', { isSettings: true }),
  page('/account/info', AccountSettings, 'Account', { isSettings: true }),
  page('/account-info', AccountSettings, 'Account', { isSettings: true }),
  page('/settings/account', AccountSettings, 'Account', { isSettings: true }),
  page('/settings/tags', TagsScreen, 'Tags', { isSettings: true }),
  page('/settings/fields', FieldsScreen, 'Custom fields', { isSettings: true }),
  page('/settings/person-fields', FieldsScreen, 'Custom fields', { isSettings: true }),
  page('/settings/objects', ObjectSettings, 'Objects', { isSettings: true }),
  page('/settings/objects/$objectName', ObjectSettings, 'Objects', { isSettings: true }),
  page('/settings/erased-people', ErasedPeople, 'Erased people', { isSettings: true }),
  page('/settings/team', Team, 'Team members', { isSettings: true }),
  page('/settings/accounts', AccountList, 'Accounts', { isSettings: true }),
  page('/settings/api-keys', ApiKeys, 'API keys', { isSettings: true }),
  page('/mailbox', Mailbox, 'Mailbox', { isPublic: true }),
  page('/settings/email', SenderAddresses, 'Sender addresses', { isSettings: true }),
  page('/settings/email/addresses', SenderAddresses, 'Sender addresses', { isSettings: true }),
  page('/settings/email/domains', SenderDomains, 'Domains', { isSettings: true }),
  page('/settings/email/domains/$id', SenderDomain, 'Domain', { isSettings: true }),
  page('/settings/email/uncertain', UncertainMails, 'Uncertain mail', { isSettings: true }),
  page('/public/confirm-sender', ConfirmSender, 'Confirm a sender address', { isPublic: true }),
  page('/public/subscription-preferences', SubscriptionPreferences, 'Email preferences', { isPublic: true }),
]

/** Is there a page at this address? Menus show only what there is. */
export const hasPage = (address: string): boolean => PAGES.some(({ path }) => path === address.split(/[?#]/)[0])
