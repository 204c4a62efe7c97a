import { Drop } from 'liquidjs'
import { LINK } from '../liquid/linkTag.ts'
import type { MailObject, MailObjects } from './mailObjects.ts'
import { spellings } from './spellings.ts'
import type { MailData, MailPerson, MailScope, MailSlots, TemplateLink } from './template.ts'

const own = (record: Record<string, unknown>, key: string) => (Object.hasOwn(record, key) ? record[key] : undefined)

const field = (fields: Record<string, unknown>, name: string) => {
  for (const spelling of spellings(name)) {
    const value = own(fields, spelling)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

const fullName = ({ fields }: MailPerson) =>
  [field(fields, 'firstName'), field(fields, 'lastName')].filter(Boolean).join(' ') || undefined

const BUILT_IN: Record<string, (person: MailPerson) => unknown> = {
  id: (person) => person.id,
  email: (person) => person.email,
  userId: (person) => person.userId ?? undefined,
  user_id: (person) => person.userId ?? undefined,
  tags: (person) => person.tags,
  timezone: (person) => person.timezone ?? undefined,
  createdAt: (person) => person.createdAt ?? undefined,
  created_at: (person) => person.createdAt ?? undefined,
}

// A dotted field is also reached step by step: person.company.name.
const below = (fields: Record<string, unknown>, name: string) => {
  const inner: Record<string, unknown> = {}
  let found = false
  const prefix = `${name}.`
  for (const dotted of Object.keys(fields)) {
    if (!dotted.startsWith(prefix)) continue
    const [first = '', ...rest] = dotted.slice(prefix.length).split('.')
    inner[first] = rest.length ? below(fields, prefix + first) : fields[dotted]
    found = true
  }
  return found ? inner : undefined
}

/** One value of a person as Liquid sees it. */
export const personValue = (person: MailPerson, name: string): unknown => {
  const builtIn = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name]?.(person) : undefined
  if (builtIn !== undefined) return builtIn
  const value = field(person.fields, name)
  if (value !== undefined) return value
  return name === 'name' ? fullName(person) : below(person.fields, name)
}

/** A person in Liquid: values are looked up when they are asked for. */
class PersonDrop extends Drop {
  readonly #person: MailPerson
  constructor(person: MailPerson) {
    super()
    this.#person = person
  }
  override liquidMethodMissing(name: string | number) {
    return personValue(this.#person, String(name))
  }
}

const OF_OBJECT: Record<string, (object: MailObject) => unknown> = {
  id: ({ id }) => id,
  externalId: ({ externalId }) => externalId ?? undefined,
  external_id: ({ externalId }) => externalId ?? undefined,
}

/** An object that the reader is tied to. */
class ObjectDrop extends Drop {
  readonly #object: MailObject
  constructor(object: MailObject) {
    super()
    this.#object = object
  }
  override liquidMethodMissing(name: string | number) {
    const asked = String(name)
    const value = field(this.#object.fields, asked) ?? below(this.#object.fields, asked)
    return value ?? (Object.hasOwn(OF_OBJECT, asked) ? OF_OBJECT[asked]?.(this.#object) : undefined)
  }
}

/** What the reader is tied to, by kind. */
class ObjectsDrop extends Drop {
  readonly #objects: MailObjects
  constructor(objects: MailObjects = {}) {
    super()
    this.#objects = objects
  }
  override liquidMethodMissing(name: string | number) {
    const kind = String(name).toLowerCase()
    const object = Object.hasOwn(this.#objects, kind) ? this.#objects[kind] : undefined
    return object && new ObjectDrop(object)
  }
}

const ACCOUNT: Record<string, (data: MailData) => unknown> = {
  name: ({ account }) => account.name,
  site: ({ account }) => account.site,
  timezone: ({ account }) => account.timezone,
  mailing_address: ({ account }) => account.mailingAddress,
  mailingAddress: ({ account }) => account.mailingAddress,
}

/** One value of an account as Liquid sees it. */
export const accountValue = (data: MailData, name: string): unknown =>
  Object.hasOwn(ACCOUNT, name) ? ACCOUNT[name]?.(data) : undefined

/** The addresses that Liquid knows by name. */
const ADDRESSES: Record<string, (slots: MailSlots) => string> = {
  unsubscribe_url: (slots) => slots.unsubscribeUrl,
  preferences_url: (slots) => slots.preferencesUrl ?? slots.unsubscribeUrl,
  view_in_browser_url: (slots) => slots.viewInBrowserUrl ?? '',
}

/** The part of a compiled text that stands for the tracking pixel. */
export const PIXEL = '_pixel'
/** The parts that stand for links: this and the link's index. */
export const LINK_SLOT = '_link_'

const trackedUrl = ({ slots, links }: Pick<MailScope, 'slots' | 'links'>, index: number, url: string) =>
  slots.link && links[index] && /^https?:\/\//i.test(url) ? slots.link(index, url) : url

const inAttribute = (url: string) => url.replace(/["<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const pixel = ({ slots: { pixelUrl, trapUrl } }: Pick<MailScope, 'slots'>) => {
  if (!pixelUrl) return ''
  const image = `<img src="${inAttribute(pixelUrl)}" width="1" height="1" alt="" style="display:block;width:1px;height:1px;border:0">`
  return trapUrl ? `<a href="${inAttribute(trapUrl)}" tabindex="-1" aria-hidden="true">${image}</a>` : image
}

/** A slot of a compiled text by its name: how it is read, and whether it is HTML already. */
export const slotValue = (name: string): { read(scope: MailScope): string; isRaw: boolean } | undefined => {
  const address = Object.hasOwn(ADDRESSES, name) ? ADDRESSES[name] : undefined
  if (address) return { read: ({ slots }) => address(slots), isRaw: false }
  if (name === PIXEL) return { read: pixel, isRaw: true }
  if (!name.startsWith(LINK_SLOT)) return undefined
  const index = Number(name.slice(LINK_SLOT.length))
  return { read: (scope) => trackedUrl(scope, index, scope.links[index]?.url ?? ''), isRaw: false }
}

const liquidScope = (scope: MailScope) => {
  const { data, slots, links } = scope
  const all: Record<string, unknown> = { person: new PersonDrop(data.person), account: {}, event: data.event ?? {} }
  all.object = new ObjectsDrop(data.person.objects)
  all.show = Object.fromEntries([...(data.shows ?? [])].map((name) => [name, true]))
  for (const name of Object.keys(ACCOUNT)) (all.account as Record<string, unknown>)[name] = accountValue(data, name)
  for (const [name, read] of Object.entries(ADDRESSES)) {
    Object.defineProperty(all, name, { enumerable: true, get: () => read(slots) })
  }
  for (const { index, url, isDynamic } of links) {
    if (isDynamic) continue
    // Signing an address costs; most are read by the splice and never asked for here.
    Object.defineProperty(all, `${LINK_SLOT}${index}`, { enumerable: true, get: () => trackedUrl(scope, index, url) })
  }
  all[PIXEL] = pixel(scope)
  all[LINK] = { of: (index: number, url: string) => trackedUrl(scope, index, url) }
  return all
}

/** The scope of one mail. */
export const scopeOf = (
  data: MailData,
  slots: MailSlots,
  links: readonly TemplateLink[],
  limits?: MailScope['limits'],
): MailScope => {
  let made: Record<string, unknown> | undefined
  const scope: MailScope = {
    limits,
    data,
    slots,
    links,
    liquid: () => {
      made ??= liquidScope(scope)
      return made
    },
  }
  return scope
}
