import { type EventName, eventsContract } from '@millrace/events/contract'
import { type TokenOption, useCall, useMay } from '@millrace/kit/web'
import { type ObjectSchema, objectsContract } from '@millrace/objects/contract'
import { peopleContract } from '@millrace/people/contract'
import { useMemo } from 'react'
import type { Snippet } from '../../contract/snippet.ts'
import { snippetCalls } from '../../contract/snippetCalls.ts'

const SAMPLES: Record<string, string> = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Example',
  name: 'Ada Example',
  company: 'Example Ltd',
  title: 'Founder',
  country: 'Norway',
  city: 'Oslo',
  phone: '+47 22 00 00 00',
  website: 'example.com',
  userId: 'user-1',
}

const OTHERS: TokenOption[] = [
  { value: 'account.name', label: 'Account name', group: 'Account' },
  { value: 'account.site', label: 'Website', group: 'Account' },
  { value: 'account.mailing_address', label: 'Mailing address', group: 'Account' },
  { value: 'unsubscribe_url', label: 'Unsubscribe link', group: 'Addresses' },
  { value: 'preferences_url', label: 'Preferences link', group: 'Addresses' },
  { value: 'view_in_browser_url', label: 'View in browser', group: 'Addresses' },
]

// What most mails use comes first, then everything else by its title.
const FIRST = ['firstName', 'lastName', 'name', 'email', 'company']
const place = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)

const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()

const STALE_MS = 30_000
const MOST_SNIPPETS = 200
const MOST_PROPERTIES = 40

/** Properties of the account's events, the commonest events first; each name once. */
const eventTags = (names: readonly EventName[]): TokenOption[] => {
  const tags = new Map<string, TokenOption>()
  for (const { name, properties } of names.toSorted((a, b) => b.total - a.total)) {
    for (const property of properties) {
      if (!/^\w+$/.test(property.name) || tags.has(property.name)) continue
      tags.set(property.name, {
        value: `event.${property.name}`,
        label: `Event: ${property.name}`,
        note: String(property.samples[0] ?? name).slice(0, 24),
        group: 'Event',
      })
    }
  }
  return [...tags.values()].slice(0, MOST_PROPERTIES)
}

/** Fields of the objects that readers are tied to. */
const objectTags = (kinds: readonly ObjectSchema[]): TokenOption[] =>
  kinds
    .filter(({ createdAt }) => createdAt !== null)
    .flatMap(({ name: kind, displayNameSingular, fields }) =>
      fields.map(({ name, title }) => ({
        value: `object.${kind}.${snake(name)}`,
        label: `${displayNameSingular}: ${title || name}`,
        note: '',
        group: displayNameSingular,
      })),
    )

const snippetTags = (snippets: readonly Snippet[]): TokenOption[] =>
  snippets.map(({ key, name, type }) => ({
    value: `snippets.${key}`,
    label: name,
    note: type === 'text' ? 'Text' : 'HTML',
    group: 'Snippets',
  }))

/**
 * What can be put into a mail: person fields with a sample, the account's data, the mail's own addresses, fields of the objects
 * that the person is tied to, properties of the event that a flow was entered with, and snippets.
 */
export const useMergeTags = (): TokenOption[] => {
  const readsPeople = useMay('people:read')
  const { data } = useCall(peopleContract.listFields, undefined, { enabled: readsPeople })
  const events = useCall(
    eventsContract.listEventNames,
    { query: { kind: 'custom' } },
    { enabled: readsPeople, staleMs: STALE_MS },
  )
  const snippets = useCall(
    snippetCalls.listSnippets,
    { query: { limit: MOST_SNIPPETS } },
    { enabled: useMay('emails:read'), staleMs: STALE_MS },
  )
  const kinds = useCall(objectsContract.listSchemas, undefined, { enabled: readsPeople, staleMs: STALE_MS })
  return useMemo(() => {
    const known = (data?.fields ?? []).toSorted((a, b) => place(a.name) - place(b.name))
    const fields = known.map(({ name, title }) => ({
      value: `person.${snake(name)}`,
      label: title || name,
      note: SAMPLES[name] ?? '',
      group: 'Person',
    }))
    const objects = objectTags(kinds.data?.schemas ?? [])
    const others = [...eventTags(events.data?.names ?? []), ...snippetTags(snippets.data?.snippets ?? [])]
    return [...fields, ...OTHERS, ...objects, ...others]
  }, [data, events.data, kinds.data, snippets.data])
}
