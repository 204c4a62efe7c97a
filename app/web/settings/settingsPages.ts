import { accessSettings } from '@millrace/access/web'
import { accountsSettings } from '@millrace/accounts/web'
import { deliverySettings } from '@millrace/delivery/web'
import { type LazyScreen, lazyScreen } from '@millrace/kit/web'
import { ObjectSettings } from '@millrace/objects/web'
import { peopleSettings } from '@millrace/people/web'
import { preferencesSettings } from '@millrace/preferences/web'
import type { ComponentType } from 'react'
import { type Page, page } from '../boot/page.ts'

/** One of a feature's pages of settings, all of which are named in a chunk of their own. */
export const from =
  <Name extends string>(load: () => Promise<Record<Name, Pick<LazyScreen, 'load'>>>) =>
  (name: Name): LazyScreen =>
    lazyScreen(async () => (await load())[name].load() as Promise<{ default: ComponentType }>)

const access = from(accessSettings)
const accounts = from(accountsSettings)
const delivery = from(deliverySettings)
const people = from(peopleSettings)
const preferences = from(preferencesSettings)

/** The pages beside the rail of settings: one line per address. They are loaded with the rail, not with the app. */
export const SETTINGS_PAGES: readonly Page[] = [
  page('/profile', access('Profile'), 'Profile'),
  page('/settings/profile', access('Profile'), 'Profile'),
  page('/account/info', accounts('AccountSettings'), 'Account'),
  page('/account-info', accounts('AccountSettings'), 'Account'),
  page('/settings/account', accounts('AccountSettings'), 'Account'),
  page('/settings/tags', people('TagsScreen'), 'Tags'),
  page('/settings/fields', people('FieldsScreen'), 'Custom fields'),
  page('/settings/person-fields', people('FieldsScreen'), 'Custom fields'),
  page('/settings/objects', ObjectSettings, 'Objects'),
  page('/settings/objects/$objectName', ObjectSettings, 'Objects'),
  page('/settings/erased-people', people('ErasedPeople'), 'Erased people'),
  page('/settings/team', access('Team'), 'Team members'),
  page('/settings/accounts', accounts('AccountList'), 'Accounts'),
  page('/settings/api-keys', accounts('ApiKeys'), 'API keys'),
  page('/settings/email', delivery('SenderAddresses'), 'Sender addresses'),
  page('/settings/email/addresses', delivery('SenderAddresses'), 'Sender addresses'),
  page('/settings/email/domains', delivery('SenderDomains'), 'Domains'),
  page('/settings/email/domains/$id', delivery('SenderDomain'), 'Domain'),
  page('/settings/email/general', accounts('EmailGeneral'), 'Email settings'),
  page('/settings/email/fonts', accounts('EmailFonts'), 'Email fonts'),
  page('/settings/email/suppressions', preferences('Suppressions'), 'Suppression list'),
  page('/settings/communication-categories', preferences('Categories'), 'Communication categories'),
  page('/settings/communication-categories/customize', preferences('CustomizePage'), 'Preferences page'),
  page('/settings/email/waiting', delivery('WaitingMails'), 'Waiting mail'),
  page('/settings/email/uncertain', delivery('UncertainMails'), 'Uncertain mail'),
  page('/settings/email/rules', delivery('SendingRules'), 'Sending rules'),
]
