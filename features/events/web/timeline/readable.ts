import { EMAIL_EVENTS, type PersonEvent } from '../../contract/index.ts'

/** The mark of an event: which icon and colour it has. */
export type Mark = 'custom' | 'page' | 'system' | keyof typeof EMAIL_EVENTS

/** Names of events in plain words; others are shown as they were sent. */
const WORDS: Record<string, string> = {
  [EMAIL_EVENTS.sent]: 'Was sent an email',
  [EMAIL_EVENTS.delivered]: 'Received an email',
  [EMAIL_EVENTS.opened]: 'Opened an email',
  [EMAIL_EVENTS.clicked]: 'Clicked in an email',
  [EMAIL_EVENTS.bounced]: 'An email bounced',
  [EMAIL_EVENTS.complained]: 'Marked an email as spam',
  [EMAIL_EVENTS.unsubscribed]: 'Unsubscribed',
  [EMAIL_EVENTS.replied]: 'Replied to an email',
}

const pathOf = (url: string) => {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname === '/' ? '' : pathname}`
  } catch {
    return url
  }
}

const plainWord = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

const propertyOf = (properties: Record<string, unknown>, path: string): unknown => {
  if (Object.hasOwn(properties, path)) return properties[path]
  let inner: unknown = properties
  for (const key of path.split('.')) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined
    inner = (inner as Record<string, unknown>)[key]
  }
  return inner
}

const PLACE = /\{\{\s*(?:(?:event\.)?properties\.)?([\w.$ -]+?)\s*(?:\|\s*default:\s*(?:"([^"]*)"|'([^']*)'))?\s*\}\}/g

/** A sentence with the event's own words in it: `Created {{ project }}`, `Chose {{ plan | default: "a plan" }}`. */
export const fillLabel = (label: string, { name, properties }: Pick<PersonEvent, 'name' | 'properties'>): string =>
  label
    .replace(PLACE, (_whole, path: string, double?: string, single?: string) => {
      const value = path === 'name' ? name : propertyOf(properties, path)
      return value === undefined || value === null || value === '' ? (double ?? single ?? '') : plainWord(value)
    })
    .replace(/\s+/g, ' ')
    .trim()

/** `project_created` and `projectCreated` as people write it; names with spaces stay as they were sent. */
const spoken = (name: string): string => {
  if (/\s/.test(name) || !/[_-]|[a-z][A-Z]/.test(name)) return name
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Told = Pick<PersonEvent, 'name' | 'kind' | 'url'> & Partial<Pick<PersonEvent, 'label' | 'properties'>>

/** What happened, in words: the account's own sentence where there is one. */
export const wordsOf = ({ name, kind, url, label, properties = {} }: Told): string => {
  const told = label ? fillLabel(label, { name, properties }) : ''
  if (told) return told
  if (kind === 'page') return `Viewed ${url ? pathOf(url) : 'a page'}`
  return WORDS[name] ?? spoken(name)
}

/** The mark of an event. */
export const markOf = ({ name, kind }: Pick<PersonEvent, 'name' | 'kind'>): Mark => {
  if (kind !== 'email') return kind
  const found = Object.entries(EMAIL_EVENTS).find(([, one]) => one === name)
  return found ? (found[0] as Mark) : 'system'
}

/** Of mail these stand beside what happened already, or only name things of ours; shops tell of variants of their own. */
const OF_MAIL = new Set(['reason', 'isHard', 'broadcastId', 'variantId'])
const KNOWN = new Set(['emailId', 'sendId', 'flowId', 'stepId', 'isBot'])

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

/** The properties of an event as pairs of words; those that only name things of ours are left out. */
export const propertiesOf = ({
  properties,
  kind,
}: Pick<PersonEvent, 'properties' | 'kind'>): [name: string, value: string][] =>
  Object.entries(properties)
    .filter(
      ([name, value]) =>
        !KNOWN.has(name) &&
        !(kind === 'page' && name === 'url') &&
        !(kind === 'email' && OF_MAIL.has(name)) &&
        plain(value) !== '',
    )
    .map(([name, value]) => [name, plain(value)])
