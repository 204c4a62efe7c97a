import type { UpsertItem } from '@millrace/people/server'
import type { EventKind } from '../../contract/index.ts'

/** An item that can be taken in: a person, and the event where it is one. */
export type Intake = {
  person: UpsertItem
  event?: { name: string; kind: EventKind; at: Date; props: Record<string, unknown> | null }
  key: string | null
}

type Raw = Record<string, unknown>
type ReadIntake = Intake | { refusal: string }

const LONGEST_NAME = 255
const LARGEST_PROPS = 32_768
/** Clocks of senders may be this much ahead. */
const AHEAD_MS = 10 * 60_000
const EARLIEST = Date.UTC(2000, 0, 1)

const isPlain = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

const GROUP = 'Groups cannot be taken in yet: only people and events can.'
const KEYS = ['id', 'email', 'userId', 'segmentAnonymousId', 'anonymousId', 'tags']

/** When it happened: `timestamp` as ISO text or milliseconds, else now; never later than now. */
const readTime = (value: unknown, now: Date): Date | { refusal: string } => {
  if (value === undefined || value === null || value === '') return now
  const at = typeof value === 'number' || typeof value === 'string' ? new Date(value) : new Date(Number.NaN)
  const time = at.getTime()
  if (Number.isNaN(time)) return { refusal: `timestamp: "${String(value).slice(0, 40)}" is not a date and time.` }
  if (time > now.getTime() + AHEAD_MS) return { refusal: 'timestamp lies in the future.' }
  if (time < EARLIEST) return { refusal: 'timestamp lies before the year 2000.' }
  return time > now.getTime() ? now : at
}

const kindOf = (item: Raw): 'identify' | 'track' | 'page' | 'alias' | 'group' | { refusal: string } => {
  const { type, name, event } = item
  if (typeof type === 'string' && type) {
    const wanted = type.toLowerCase()
    if (wanted === 'screen') return 'page'
    if (wanted === 'identify' || wanted === 'track' || wanted === 'page' || wanted === 'alias' || wanted === 'group')
      return wanted
    return { refusal: `type: "${type.slice(0, 40)}" is not known; it can be track, identify, page or alias.` }
  }
  const told = event ?? name
  return told === undefined || told === null || told === '' || told === 'identify' ? 'identify' : 'track'
}

const nameIn = (item: Raw): { name: string } | { refusal: string } => {
  const told = item.event ?? item.name
  const name = typeof told === 'string' ? told.trim() : ''
  if (!name) return { refusal: 'An event needs a name.' }
  if (name.length > LONGEST_NAME)
    return { refusal: `An event's name can be ${LONGEST_NAME} characters long at the most.` }
  return { name }
}

/** Keys beside the item count where `user` has none; everything else in `user` (and `traits`) is a person field. */
const personIn = (item: Raw, at: Date): UpsertItem | { refusal: string } => {
  const user = isPlain(item.user) ? item.user : {}
  const pick = (name: string) => user[name] ?? item[name]
  const id = user.id ?? undefined
  const personId = id === undefined ? null : Number(id)
  if (personId !== null && !(Number.isSafeInteger(personId) && personId > 0))
    return { refusal: `user.id: "${String(id).slice(0, 40)}" is not the id of a person.` }
  const fields: Raw = {}
  if (isPlain(item.traits)) Object.assign(fields, item.traits)
  for (const [name, value] of Object.entries(user)) if (!KEYS.includes(name)) fields[name] = value
  const tags = user.tags
  return {
    id: personId,
    userId: pick('userId') as string | undefined,
    email: pick('email') as string | undefined,
    anonymousId: (pick('segmentAnonymousId') ?? pick('anonymousId')) as string | undefined,
    fields,
    tags: typeof tags === 'string' ? [tags] : Array.isArray(tags) ? tags.map(String) : [],
    at,
  }
}

const propsIn = (item: Raw, kind: EventKind): Raw | null | { refusal: string } => {
  const props: Raw = isPlain(item.properties) ? { ...item.properties } : {}
  const page = isPlain(item.context) && isPlain(item.context.page) ? item.context.page : undefined
  if (kind === 'page' && page) for (const name of ['url', 'title', 'referrer']) props[name] ??= page[name]
  const text = JSON.stringify(props)
  if (text.length > LARGEST_PROPS) return { refusal: 'The properties of an event can be 32 KB large at the most.' }
  return text === '{}' ? null : props
}

const isRefusal = (value: unknown): value is { refusal: string } =>
  isPlain(value) && typeof value.refusal === 'string' && Object.keys(value).length === 1

const aliasOf = (item: Raw, person: UpsertItem): ReadIntake => {
  const previous = item.previousUserId ?? item.previousId
  if (typeof previous !== 'string' && typeof previous !== 'number') return { refusal: 'An alias needs previousUserId.' }
  if (!person.userId) return { refusal: 'An alias needs userId.' }
  return { person: { ...person, fields: {}, previousId: String(previous).trim().slice(0, 255) }, key: null }
}

const eventOf = (item: Raw, kind: 'track' | 'page', at: Date): Intake['event'] | { refusal: string } => {
  const eventKind = kind === 'page' ? 'page' : 'custom'
  const named = kind === 'page' ? { name: 'Page visited' } : nameIn(item)
  if ('refusal' in named) return named
  const props = propsIn(item, eventKind)
  return isRefusal(props) ? props : { name: named.name, kind: eventKind, at, props }
}

const keyIn = ({ messageId }: Raw): string | null | { refusal: string } => {
  if (messageId === undefined || messageId === null || messageId === '') return null
  if (typeof messageId !== 'string' && typeof messageId !== 'number') return { refusal: 'messageId must be a text.' }
  const key = String(messageId)
  return key.length > 255 ? { refusal: 'messageId can be 255 characters long at the most.' } : key
}

/** Reads one item of an ingest call, or says why it cannot be taken in. */
export const readIntake = (item: unknown, now: Date): ReadIntake => {
  if (!isPlain(item)) return { refusal: 'An item must be an object.' }
  const kind = kindOf(item)
  if (typeof kind === 'object') return kind
  if (kind === 'group') return { refusal: GROUP }
  const at = readTime(item.timestamp, now)
  if (!(at instanceof Date)) return at
  const key = keyIn(item)
  if (key !== null && typeof key === 'object') return key
  const person = personIn(item, at)
  if (isRefusal(person)) return person
  if (kind === 'alias') return aliasOf(item, person)
  if (kind === 'identify') return { person, key }
  const event = eventOf(item, kind, at)
  return isRefusal(event) ? event : { person, event, key }
}

/** The items of an ingest body: one item, a list, or `{ events: […] }`; undefined where it is none of these. */
export const itemsIn = (body: unknown): unknown[] | undefined => {
  if (Array.isArray(body)) return body
  if (!isPlain(body)) return undefined
  if (Array.isArray(body.events)) return body.events
  return 'events' in body ? undefined : [body]
}
