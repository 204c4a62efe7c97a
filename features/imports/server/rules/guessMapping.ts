import { cleanFieldName } from '@millrace/people/contract'
import type { Column, DateOrder, Target } from '../../contract/index.ts'
import { readDate, readNumber } from './readCell.ts'

/** A field that a column can go to. */
export type KnownField = { name: string; title: string; type: Target['type']; format: Target['format'] }

/** Headers of common tools, squeezed to letters and digits, by the built-in field that they mean. */
const SYNONYMS: Record<string, readonly string[]> = {
  email: [
    'email',
    'emailaddress',
    'mail',
    'emailaddr',
    'primaryemail',
    'email1value',
    'contactemail',
    'workemail',
    'emailprimary',
    'subscriberemail',
    'eposta',
    'correo',
    'adresseemail',
    'emailadresse',
  ],
  userId: ['userid', 'externalid', 'customerid', 'externaluserid', 'uid', 'appuserid'],
  firstName: ['firstname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre', 'fname', 'first'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname', 'nom', 'apellido', 'lname', 'last'],
  name: ['name', 'fullname', 'displayname', 'contactname', 'customername'],
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilephone',
    'telephone',
    'tel',
    'cell',
    'phone1value',
    'primaryphone',
    'homephone',
    'businessphone',
    'telefon',
  ],
  company: [
    'company',
    'companyname',
    'organization',
    'organisation',
    'account',
    'accountname',
    'organizationname',
    'organization1name',
    'firma',
    'employer',
  ],
  title: ['jobtitle', 'title', 'position', 'role', 'organization1title', 'organizationtitle'],
  website: ['website', 'url', 'web', 'webpage', 'site', 'websiteurl', 'homepage', 'website1value'],
  country: [
    'country',
    'countryregion',
    'homecountry',
    'businesscountry',
    'address1country',
    'mailingcountry',
    'defaultaddresscountry',
    'defaultaddresscountrycode',
    'countrycode',
    'land',
  ],
  city: [
    'city',
    'town',
    'homecity',
    'businesscity',
    'address1city',
    'mailingcity',
    'defaultaddresscity',
    'ort',
    'ville',
  ],
  timezone: ['timezone', 'tz'],
  tags: ['tags', 'tag', 'labels', 'labelstags'],
  leadScore: ['leadscore', 'score'],
  createdAt: [
    'createdat',
    'created',
    'createdate',
    'signupdate',
    'signedupat',
    'datecreated',
    'createdutc',
    'subscribedat',
    'optintime',
    'signuptime',
  ],
  unsubscribed: ['unsubscribed', 'optedout', 'optout', 'emailoptout', 'unsubscribedfromallemail'],
}

const BY_SYNONYM = new Map(
  Object.entries(SYNONYMS).flatMap(([field, words]) => words.map((word) => [word, field] as const)),
)

const squeeze = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Day first or month first, where any value tells; undefined where all could be both. */
const dateOrder = (values: readonly string[]): DateOrder | undefined => {
  for (const value of values) {
    const [, a = 0, b = 0] = /^(\d{1,2})[/-](\d{1,2})[/-]/.exec(value.trim())?.map(Number) ?? []
    if (a > 12) return 'dmy'
    if (b > 12) return 'mdy'
  }
  return undefined
}

const BOOLEANS = /^(?:true|false|yes|no)$/i
const NUMBERS = /^[+-]?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/

/** What kind of field the values of a column ask for. */
export const guessType = (values: readonly string[]): Pick<Target, 'type' | 'format' | 'dates'> => {
  const filled = values.filter((value) => value.trim())
  if (!filled.length) return { type: 'string' }
  if (filled.every((value) => BOOLEANS.test(value.trim()))) return { type: 'boolean' }
  if (filled.every((value) => NUMBERS.test(readNumber(value)) && !value.trim().startsWith('+')))
    return { type: 'number' }
  const dates = dateOrder(filled)
  const read = filled.map((value) => readDate(value, dates ?? 'mdy'))
  if (read.every((value) => value !== undefined)) {
    const hasTime = read.some((value) => value.includes('T'))
    const isOrdered = filled.some((value) => /^\d{1,2}[/-]/.test(value.trim()))
    return { type: 'string', format: hasTime ? 'date-time' : 'date', ...(isOrdered && { dates: dates ?? 'mdy' }) }
  }
  return { type: 'string' }
}

/** Digits under such a header are no number: nobody counts them, and leading zeros matter. */
const NO_COUNT = /zip|post(?:al|code)|plz|phone|mobile|fax|iban|vat|(?:^|[\s_-])id$/i

const typeFor = (header: string, values: readonly string[]): ReturnType<typeof guessType> => {
  const guess = guessType(values)
  return guess.type === 'number' && NO_COUNT.test(header) ? { type: 'string' } : guess
}

type Guess = Column['guess']

const forField = (field: KnownField, values: readonly string[]): Guess => ({
  field: field.name,
  title: field.title,
  type: field.type,
  format: field.format,
  isNew: false,
  ...(field.format && { dates: guessType(values).dates ?? 'mdy' }),
})

/** So many new fields are suggested at the most; whoever wants more chooses them. */
export const MOST_NEW = 200

/** Where each column probably goes; no two columns go to the same field. */
export const guessMapping = (
  columns: readonly { header: string; values: readonly string[] }[],
  fields: readonly KnownField[],
): Guess[] => {
  const byTitle = new Map(fields.map((field) => [squeeze(field.title), field]))
  const byWord = new Map(
    fields.flatMap((field) => [squeeze(field.name), squeeze(field.title)].map((word) => [word, field] as const)),
  )
  const byName = new Map(fields.map((field) => [field.name, field]))
  const taken = new Set<string>()
  const guesses: Guess[] = columns.map(() => null)
  const take = (index: number, guess: Guess) => {
    if (!guess || taken.has(guess.field)) return
    taken.add(guess.field)
    guesses[index] = guess
  }
  const byHeader = (header: string) => byWord.get(squeeze(header)) ?? byName.get(BY_SYNONYM.get(squeeze(header)) ?? '')
  // A title says more than a name: of "Title" and "Job Title", the second is the job title.
  for (const find of [(header: string) => byTitle.get(squeeze(header)), byHeader]) {
    for (const [index, { header, values }] of columns.entries()) {
      const field = guesses[index] ? undefined : find(header)
      if (field) take(index, forField(field, values))
    }
  }
  if (!taken.has('email')) {
    const index = columns.findIndex(({ values }) => {
      const filled = values.filter((value) => value.trim())
      return filled.length > 0 && filled.filter((value) => EMAIL.test(value.trim())).length >= filled.length * 0.8
    })
    const email = byName.get('email')
    if (index >= 0 && email) take(index, forField(email, []))
  }
  const known = taken.size
  for (const [index, { header, values }] of columns.entries()) {
    if (taken.size - known >= MOST_NEW) break
    const name = cleanFieldName(header)
    if (guesses[index] || !name || byName.has(name) || !values.some((value) => value.trim())) continue
    take(index, { field: name, title: header, ...typeFor(header, values), isNew: true })
  }
  return guesses
}
