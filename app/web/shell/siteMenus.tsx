import {
  IconBolt,
  IconChartBar,
  IconFileImport,
  IconInbox,
  IconListDetails,
  IconRoute,
  IconSettings,
  IconTag,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { hasPage } from '../hasPage.ts'

type Icon = ComponentType<{ size?: number; stroke?: number }>

/** An entry of a menu. */
export type Entry = { label: string; to: string; icon?: Icon; words?: string }

/** An entry of the top bar, perhaps with more below it. */
export type Menu = { label: string; to?: string; items?: readonly Entry[] }

/** What stands in the bar, also what has no page yet. */
export const BAR: readonly Menu[] = [
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

/** Of some entries those whose pages exist. */
export const known = (entries: readonly Entry[]) => entries.filter(({ to }) => hasPage(to))

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

/** Where the gear leads: to the apps, or the first page of settings. */
export const settingsHome = (): string => (hasPage('/apps') ? '/apps' : '/settings/account')
