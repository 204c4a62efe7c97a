import { isDeepStrictEqual } from 'node:util'
import type { House, Tx } from '@millrace/kit/server'
import { withShowsElsewhere } from '../rendering/showsElsewhere.ts'
import type { ContentRow } from '../store/rows.ts'
import { type By, insertWithContent } from '../verbs/emails.ts'
import { EMPTY_CONTENT, mergeContent } from '../verbs/mergeContent.ts'
import { packEmails } from './packEmails.ts'
import type { PackedEmail, PackedSender } from './packedEmail.ts'

/** Emails of these names, and of names that copies of them have, that are not archived. */
const NAMESAKES = `select e.id, e.name from emails e
  where e.account_id = $1 and e.archived_at is null
    and exists (select 1 from unnest($2::text[]) as u(name) where e.name = u.name or starts_with(e.name, u.name || ' (copy'))
  order by e.account_id, e.id`

/** What became of emails that were taken in. */
export type UnpackedEmails = {
  /** Ids by the ids that they were carried under. */
  ids: Map<number, number>
  /** Those that were made; the others were there already, word for word. */
  made: { id: number; name: string }[]
}

const contentOf = ({ content, sender }: PackedEmail, own: PackedSender, publicUrl: string): ContentRow => {
  const lines = { ...EMPTY_CONTENT, ...own, ...sender }
  const { html, editorType, state, ...rest } = content
  if (html) return withShowsElsewhere({ ...lines, ...content })
  const drawn = mergeContent(
    lines,
    { ...rest, editor: { type: editorType, state } },
    { socialIcons: publicUrl, fonts: `${publicUrl}/fonts` },
  )
  return withShowsElsewhere(drawn)
}

const isSame = (known: PackedEmail, wanted: ContentRow, isTransactional: boolean): boolean => {
  const { html: _, ...said } = { ...known.content, ...known.sender, isTransactional: known.isTransactional }
  const { html: __, ...other } = { ...wanted, isTransactional }
  return isDeepStrictEqual(said, JSON.parse(JSON.stringify(other)))
}

/** Whether a name is `wanted`, or one that a copy of it got. */
export const isNamesake = (name: string, wanted: string): boolean =>
  name === wanted || name.startsWith(`${wanted.slice(0, 240)} (copy`)

/** `name`, or the first of `name (copy)`, `name (copy 2)`, … that is free. */
export const freeName = (name: string, isTaken: (name: string) => boolean): string => {
  if (!isTaken(name)) return name
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? ' (copy)' : ` (copy ${number})`
    const next = name.slice(0, 255 - suffix.length) + suffix
    if (!isTaken(next)) return next
  }
}

/**
 * Takes emails in. One that is there already by its name and says the same is used as it is; a namesake that says something
 * else stays, and the new one is called a copy. `own` is who those are from that do not say it.
 */
export const unpackEmails = async (
  tx: Tx,
  house: House,
  by: By,
  packed: readonly PackedEmail[],
  own: PackedSender,
): Promise<UnpackedEmails> => {
  const result: UnpackedEmails = { ids: new Map(), made: [] }
  if (!packed.length) return result
  const names = packed.map(({ name }) => name)
  const there = await tx.rows<{ id: number; name: string }>(NAMESAKES, [by.accountId, names], 'emails-namesakes')
  const known = await packEmails(
    tx,
    by.accountId,
    there.map(({ id }) => id),
  )
  const taken = new Set(there.map(({ name }) => name))
  for (const email of packed) {
    const { id, name, isTransactional, previewImage } = email
    const content = contentOf(email, own, house.publicUrl)
    const same = known.find((one) => isNamesake(one.name, name) && isSame(one, content, isTransactional))
    if (same) {
      result.ids.set(id, same.id)
      continue
    }
    const about = { name: freeName(name, (one) => taken.has(one)), isTransactional, previewImage, isStandalone: true }
    const copy = await insertWithContent(tx, house.clock.now(), by, about, content)
    taken.add(about.name)
    result.ids.set(id, copy)
    result.made.push({ id: copy, name: about.name })
  }
  return result
}
