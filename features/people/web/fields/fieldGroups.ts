import type { PersonField } from '../../contract/index.ts'

const CONTACT = [
  'email',
  'name',
  'firstName',
  'lastName',
  'phone',
  'company',
  'title',
  'website',
  'country',
  'city',
  'timezone',
]
const RECORD = [
  'userId',
  'segmentAnonymousId',
  'createdAt',
  'lastSeenAt',
  'unsubscribed',
  'unsubscribeReason',
  'leadScore',
]

/** Fields that stand elsewhere on the page. */
const ELSEWHERE = ['tags']

/** Fields under a heading. */
export type FieldGroup = { title: string; fields: PersonField[] }

/** The fields of a person in the order in which they are looked for: how to reach them, what the account made, what was recorded. */
export const fieldGroups = (fields: readonly PersonField[]): FieldGroup[] => {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const pick = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? [])
  const known = new Set([...CONTACT, ...RECORD, ...ELSEWHERE])
  const own = fields.filter(({ name }) => !known.has(name)).sort((a, b) => a.title.localeCompare(b.title))
  return [
    { title: 'Contact', fields: pick(CONTACT) },
    { title: 'Fields', fields: own },
    { title: 'Record', fields: pick(RECORD) },
  ].filter((group) => group.fields.length > 0)
}
