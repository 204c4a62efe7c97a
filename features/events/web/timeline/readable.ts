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
}

const pathOf = (url: string) => {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname === '/' ? '' : pathname}`
  } catch {
    return url
  }
}

/** What happened, in words. */
export const wordsOf = ({ name, kind, url }: Pick<PersonEvent, 'name' | 'kind' | 'url'>): string => {
  if (kind === 'page') return `Viewed ${url ? pathOf(url) : 'a page'}`
  return WORDS[name] ?? name
}

/** The mark of an event. */
export const markOf = ({ name, kind }: Pick<PersonEvent, 'name' | 'kind'>): Mark => {
  if (kind !== 'email') return kind
  const found = Object.entries(EMAIL_EVENTS).find(([, one]) => one === name)
  return found ? (found[0] as Mark) : 'system'
}

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
    .filter(([name, value]) => !KNOWN.has(name) && !(kind === 'page' && name === 'url') && plain(value) !== '')
    .map(([name, value]) => [name, plain(value)])
