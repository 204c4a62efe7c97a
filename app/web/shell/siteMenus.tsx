import {
  IconAddressBook,
  IconApps,
  IconBolt,
  IconBuilding,
  IconChartBar,
  IconCreditCard,
  IconCube,
  IconFileImport,
  IconForms,
  IconInbox,
  IconKey,
  IconListDetails,
  IconMail,
  IconMailCog,
  IconMailOff,
  IconMailQuestion,
  IconRoute,
  IconSettings,
  IconTag,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWorld,
  IconWorldCheck,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { hasPage } from '../hasPage.ts'

type Icon = ComponentType<{ size?: number; stroke?: number }>

/** An entry of a menu. */
export type Entry = { label: string; to: string; icon?: Icon; words?: string }

/** An entry of the top bar, perhaps with more below it. */
export type Menu = { label: string; to?: string; items?: readonly Entry[] }

const BAR: readonly Menu[] = [
  { label: 'Home', to: '/dashboard' },
  { label: 'Flows', to: '/flows' },
  {
    label: 'People',
    to: '/people',
    items: [
      { label: 'People', to: '/people', icon: IconUsers },
      { label: 'Imports', to: '/people/imports', icon: IconFileImport },
    ],
  },
  { label: 'Segments', to: '/segments' },
  { label: 'Broadcasts', to: '/broadcasts' },
  { label: 'Emails', to: '/emails' },
  { label: 'Forms', to: '/forms' },
  {
    label: 'Metrics',
    items: [
      { label: 'Flow Metrics', to: '/metrics/flows', icon: IconRoute },
      { label: 'Email Metrics', to: '/metrics/emails', icon: IconChartBar },
    ],
  },
  {
    label: 'Manage',
    items: [
      { label: 'Tags', to: '/settings/tags', icon: IconTag },
      { label: 'Custom Fields', to: '/settings/fields', icon: IconListDetails, words: 'person fields properties' },
      { label: 'Settings', to: '/settings/account', icon: IconSettings },
      { label: 'Events', to: '/events', icon: IconBolt },
      { label: 'Mailbox', to: '/mailbox', icon: IconInbox, words: 'sent mail outbox' },
    ],
  },
]

/** The pages of settings, in the order of their rail. */
const SETTINGS: readonly { label: string; items: readonly Entry[] }[] = [
  {
    label: 'Account',
    items: [
      { label: 'Your account', to: '/settings/account', icon: IconBuilding, words: 'company site timezone logo' },
      { label: 'Your profile', to: '/settings/profile', icon: IconUser, words: 'name email password sessions' },
      { label: 'Team members', to: '/settings/team', icon: IconUsersGroup, words: 'invite permissions' },
      { label: 'Manage accounts', to: '/settings/accounts', icon: IconAddressBook },
      { label: 'Plan and billing', to: '/settings/billing', icon: IconCreditCard, words: 'upgrade card invoice' },
      { label: 'API keys', to: '/settings/api-keys', icon: IconKey, words: 'write key token developer' },
    ],
  },
  {
    label: 'People',
    items: [
      { label: 'Custom fields', to: '/settings/fields', icon: IconListDetails, words: 'person fields properties' },
      { label: 'Tags', to: '/settings/tags', icon: IconTag },
      { label: 'Objects', to: '/settings/objects', icon: IconCube, words: 'company companies schema association' },
      { label: 'Erased people', to: '/settings/erased-people', icon: IconUser, words: 'gdpr forget privacy delete' },
    ],
  },
  {
    label: 'Email',
    items: [
      { label: 'General', to: '/settings/email/general', icon: IconMailCog, words: 'utm autosave' },
      { label: 'Sender addresses', to: '/settings/email/addresses', icon: IconMail, words: 'verify from' },
      { label: 'Domains', to: '/settings/email/domains', icon: IconWorldCheck, words: 'dkim spf dns' },
      {
        label: 'Sending rules',
        to: '/settings/email/rules',
        icon: IconMailCog,
        words: 'cap quiet hours control throttle',
      },
      { label: 'Suppression list', to: '/settings/email/suppressions', icon: IconMailOff, words: 'bounced blocked' },
      { label: 'Uncertain mail', to: '/settings/email/uncertain', icon: IconMailQuestion, words: 'unknown resolve' },
      { label: 'Fonts', to: '/settings/email/fonts', icon: IconForms },
      { label: 'Communication categories', to: '/settings/communication-categories', icon: IconMail },
    ],
  },
  {
    label: 'Connections',
    items: [
      { label: 'Apps', to: '/settings/apps', icon: IconApps },
      { label: 'Site tracking', to: '/settings/site-tracking', icon: IconWorld },
    ],
  },
]

const known = (entries: readonly Entry[]) => entries.filter(({ to }) => hasPage(to))

/** The top bar's entries whose pages exist. */
export const barMenus = (): Menu[] =>
  BAR.flatMap(({ label, to, items }): Menu[] => {
    if (!items) return to && hasPage(to) ? [{ label, to }] : []
    const left = known(items)
    const [only] = left
    if (!only) return []
    return left.length === 1 && only.label === label
      ? [{ label, to: only.to }]
      : [{ label, ...(to && { to }), items: left }]
  })

/** The pages of settings that exist, by group. */
export const settingsMenus = () =>
  SETTINGS.map(({ label, items }) => ({ label, items: known(items) })).filter(({ items }) => items.length > 0)

/** Where the gear leads: to the apps, or the first page of settings. */
export const settingsHome = (): string | undefined => (hasPage('/apps') ? '/apps' : settingsMenus()[0]?.items[0]?.to)

/** Every page that can be gone to by its name. */
export const allEntries = (): Entry[] => {
  const entries = [
    ...BAR.flatMap(({ label, to, items }) => items ?? (to ? [{ label, to }] : [])),
    ...SETTINGS.flatMap(({ items }) => items),
  ]
  const seen = new Set<string>()
  return known(entries).filter(({ to }) => !seen.has(to) && seen.add(to))
}
