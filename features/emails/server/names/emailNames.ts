import type { NameKeeper } from '@millrace/people/server'
import { spellings } from '../template/spellings.ts'

/** What emails that are not archived say of people in Liquid: as they are sent, and as drafts of that. */
const TEXTS = `select e.id, e.name, string_agg(concat_ws(' ', v.subject, v.preheader, v.from_name, v.html), ' ') as text
  from emails e join email_versions v on v.account_id = $1 and v.email_id = e.id and v.version >= e.version
  where e.account_id = $1 and e.archived_at is null and (v.html like '%person.%' or v.subject like '%person.%' or v.preheader like '%person.%')
  group by e.id, e.name order by e.id`

const LIQUID = /\{[{%][^}]*\}/g
const FIELD = /\bperson\.([\w-]+(?:\.[\w-]+)*)/g

/** Fields in a text: each path, the paths above it, and other spellings of them. */
const fieldsIn = (text: string): Set<string> => {
  const fields = new Set<string>()
  for (const [liquid] of text.matchAll(LIQUID)) {
    for (const [, path = ''] of liquid.matchAll(FIELD)) {
      const parts = path.split('.')
      for (const count of parts.keys()) {
        for (const name of spellings(parts.slice(0, count + 1).join('.'))) fields.add(name)
      }
    }
  }
  return fields
}

/** The names of person fields that emails say. */
export const emailNames: NameKeeper = {
  mentionsOf: async (tx, accountId) => {
    const rows = await tx.rows<{ id: number; name: string; text: string }>(TEXTS, [accountId])
    return rows.flatMap(({ id, name, text }) => {
      const use = { kind: 'email', id, name, isActive: true } as const
      return [...fieldsIn(text)].map((field) => ({ what: 'field', name: field, use }) as const)
    })
  },
}
