import type { Tx } from '@millrace/kit/server'

/** What a mail may say of an object: its fields, and its own id. */
export type MailObject = { id: number; externalId: string | null; fields: Record<string, unknown> }

/** The objects of a reader by kind, in lower case. */
export type MailObjects = Readonly<Record<string, MailObject>>

const LIQUID = /\{[{%][\s\S]*?[%}]\}/g
const OBJECT = /\bobject\.([a-z][\w-]*)/gi

/** The kinds of objects that the Liquid of some texts asks for, in lower case. */
export const objectKindsIn = (texts: readonly string[]): string[] => {
  const kinds = new Set<string>()
  for (const text of texts) {
    if (!text.includes('object.')) continue
    for (const [liquid] of text.matchAll(LIQUID)) {
      for (const [, kind = ''] of liquid.matchAll(OBJECT)) kinds.add(kind.toLowerCase())
    }
  }
  return [...kinds]
}

type Written = Record<'subject' | 'preheader' | 'fromName' | 'replyName' | 'html' | 'cc' | 'bcc', string>

/** The kinds of objects that an email asks for in any of its texts. */
export const objectKindsOf = ({ subject, preheader, fromName, replyName, html, cc, bcc }: Written): string[] =>
  objectKindsIn([subject, preheader, fromName, replyName, html, cc, bcc])

/**
 * For each person and kind the object that the person is tied to: by the usual association before others, and the latest where
 * there are several.
 */
const OBJECTS = `with kinds as (
    select s.id, lower(s.name) as name from object_schemas s
    where s.account_id = $1 and s.deleted_at is null and lower(s.name) = any($3::text[])
  ), ties as (
    select a.from_id as person_id, a.to_id as object_id, k.name, a.created_at, t.is_default
    from kinds k join association_types t on t.account_id = $1 and t.deleted_at is null
      and t.from_schema_id is null and t.to_schema_id = k.id
    join associations a on a.account_id = $1 and a.association_id = t.id and a.from_id = any($2::bigint[])
    union all
    select a.to_id, a.from_id, k.name, a.created_at, t.is_default
    from kinds k join association_types t on t.account_id = $1 and t.deleted_at is null
      and t.to_schema_id is null and t.from_schema_id = k.id
    join associations a on a.account_id = $1 and a.association_id = t.id and a.to_id = any($2::bigint[])
  )
  select distinct on (t.person_id, t.name) t.person_id as "personId", t.name as kind, o.id, o.external_id as "externalId", o.fields
  from ties t join objects o on o.account_id = $1 and o.id = t.object_id and o.archived_at is null
  order by t.person_id, t.name, t.is_default desc, t.created_at desc, o.id desc`

/** Gives people the objects of some kinds that they are tied to, for the Liquid of their mails. */
export const addObjects = async (
  tx: Tx,
  accountId: number,
  people: ReadonlyMap<number, { objects?: MailObjects | undefined }>,
  kinds: readonly string[],
): Promise<void> => {
  if (!kinds.length || !people.size) return
  type Row = MailObject & { personId: number; kind: string }
  const rows = await tx.rows<Row>(OBJECTS, [accountId, [...people.keys()], kinds], 'mail-objects')
  for (const { personId, kind, ...object } of rows) {
    const person = people.get(personId)
    if (person) person.objects = { ...person.objects, [kind]: object }
  }
}
