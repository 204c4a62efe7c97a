import {
  IconAddressBook,
  IconApps,
  IconBuilding,
  IconCreditCard,
  IconCube,
  IconForms,
  IconKey,
  IconListDetails,
  IconMail,
  IconMailCog,
  IconMailOff,
  IconMailPause,
  IconMailQuestion,
  IconTag,
  IconUser,
  IconUsersGroup,
  IconWorld,
  IconWorldCheck,
} from '@tabler/icons-react'
import { BAR, type Entry, known } from './siteMenus.tsx'

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
      { label: 'Waiting mail', to: '/settings/email/waiting', icon: IconMailPause, words: 'held queue outbox' },
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

/** The pages of settings that exist, by group. */
export const settingsMenus = () =>
  SETTINGS.map(({ label, items }) => ({ label, items: known(items) })).filter(({ items }) => items.length > 0)

/** Every page that can be gone to by its name. */
export const allEntries = (): Entry[] => {
  const entries = [
    ...BAR.flatMap(({ label, to, items }) => items ?? (to ? [{ label, to }] : [])),
    ...SETTINGS.flatMap(({ items }) => items),
  ]
  const seen = new Set<string>()
  return known(entries).filter(({ to }) => !seen.has(to) && seen.add(to))
}
