import { conflict, type House, notFound, type Tx } from '@millrace/kit/server'
import { type Email, UNNAMED } from '../../contract/email.ts'
import type { EmailPatch } from '../../contract/emailCalls.ts'
import { withMjmlHtml } from '../mjml/renderMjml.ts'
import type { EmailPorts } from '../ports.ts'
import type { Outside } from '../rendering/outside.ts'
import { withShowsElsewhere } from '../rendering/showsElsewhere.ts'
import { snippetsToCopy, withCopiedSnippets } from '../snippets/copySnippets.ts'
import { type ContentRow, type EmailRow, emailRow, latestRow, refuseOverwriting, versionRow } from '../store/rows.ts'
import { writeVersion } from '../store/writeVersion.ts'
import { changesContent, EMPTY_CONTENT, mergeContent, refuseIncomplete } from './mergeContent.ts'
import { readEmail } from './shapeEmail.ts'

/** What verbs stand on. */
export type Emails = { house: House; ports: EmailPorts; outside: Outside }

/** Who does it. */
export type By = { accountId: number; memberId: number }

/** One email. */
export const getEmail = ({ house, ports }: Emails, accountId: number, id: number): Promise<Email> =>
  house.db.account(accountId, async (tx) => readEmail(tx, ports, await emailRow(tx, accountId, id)))

type NewEmail = Omit<EmailPatch, 'archived' | 'ifUpdatedAt'> & {
  isStandalone?: boolean | undefined
  aiGenerated?: boolean | undefined
}

const insertEmail = async (tx: Tx, now: Date, { accountId, memberId }: By, about: NewEmail) => {
  // A new email; its first version follows.
  const row = await tx.one<{ id: number }>(
    `insert into emails (account_id, name, is_standalone, is_transactional, is_ai_generated, communication_category_id,
       preview_image, created_by, created_at, updated_at, can_spam_compliance)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9,
       (select case when a.is_approved then 'approved' else 'pending' end from accounts a where a.id = $1)) returning id`,
    [
      accountId,
      about.name || UNNAMED,
      about.isStandalone ?? true,
      about.isTransactional ?? false,
      about.aiGenerated ?? false,
      about.communicationCategoryId ?? null,
      about.previewImage ?? null,
      memberId,
      now,
    ],
  )
  return row?.id ?? 0
}

/** Makes an email with these contents in the caller's transaction; answers its id. */
export const insertWithContent = async (
  tx: Tx,
  now: Date,
  by: By,
  about: NewEmail,
  content: ContentRow,
): Promise<number> => {
  const emailId = await insertEmail(tx, now, by, about)
  await writeVersion(tx, { ...by, emailId, version: 1, isDraft: false, now }, content)
  return emailId
}

/** Makes an email. Without an editor it begins with an empty design. */
export const createEmail = async ({ house, ports, outside }: Emails, by: By, email: NewEmail): Promise<Email> => {
  const editor = email.editor === undefined && email.html === undefined ? EMPTY_EDITOR : email.editor
  const content = mergeContent(EMPTY_CONTENT, await withMjmlHtml({ ...email, editor }), outside)
  refuseIncomplete(content)
  return house.db.account(by.accountId, async (tx) => {
    const id = await insertWithContent(tx, house.clock.now(), by, email, content)
    return readEmail(tx, ports, await emailRow(tx, by.accountId, id))
  })
}

const EMPTY_EDITOR = {
  type: 'unlayer' as const,
  state: {
    counters: {},
    schemaVersion: 16,
    body: { rows: [], headers: [], footers: [], values: { contentWidth: '600px', backgroundColor: '#f4f4f6' } },
  },
}

const refuseWhileUsed = async (tx: Tx, ports: Pick<EmailPorts, 'usedIn'>, accountId: number, id: number) => {
  const uses = ((await ports.usedIn(tx, accountId, [id])).get(id) ?? []).filter((use) => use.isActive)
  if (!uses.length) return
  const named = (kind: 'flow' | 'broadcast', one: string) => {
    const names = uses.filter((use) => (use.kind ?? 'flow') === kind).map(({ name }) => `“${name}”`)
    return names.length ? [`${names.length === 1 ? `the ${one}` : `the ${one}s`} ${names.join(', ')}`] : []
  }
  const places = [...named('flow', 'active flow'), ...named('broadcast', 'broadcast')]
  throw conflict(`This email is used in ${places.join(' and in ')}. Take it out there first.`)
}

const writeAbout = (tx: Tx, now: Date, row: EmailRow, patch: EmailPatch) => {
  const archivedAt = patch.archived === undefined ? row.archivedAt : patch.archived ? (row.archivedAt ?? now) : null
  // What is known of an email besides its content.
  return tx.run(
    `update emails set name = $3, archived_at = $4, is_transactional = $5, communication_category_id = $6,
       preview_image = $7, updated_at = $8 where account_id = $1 and id = $2`,
    [
      row.accountId,
      row.id,
      patch.name === undefined ? row.name : patch.name || UNNAMED,
      archivedAt,
      patch.isTransactional ?? row.isTransactional,
      patch.communicationCategoryId === undefined ? row.communicationCategoryId : patch.communicationCategoryId,
      patch.previewImage === undefined ? row.previewImage : patch.previewImage,
      now,
    ],
  )
}

const same = (a: ContentRow, b: ContentRow) =>
  (Object.keys(EMPTY_CONTENT) as (keyof ContentRow)[]).every((key) =>
    key === 'state' ? JSON.stringify(a.state) === JSON.stringify(b.state) : a[key] === b[key],
  )

/** Makes content the saved version. A draft becomes it where the whole content is given; otherwise a version is added. */
const saveContent = async (tx: Tx, { outside }: Emails, now: Date, by: By, row: EmailRow, patch: EmailPatch) => {
  const saved = await versionRow(tx, row.accountId, row.id, row.version)
  const content = mergeContent(saved, await withMjmlHtml(patch), outside)
  refuseIncomplete(content)
  const latest = await latestRow(tx, row.accountId, row.id)
  refuseOverwriting(latest, patch.ifUpdatedAt)
  const consumesDraft = latest.isDraft && patch.editor !== undefined
  if (same(content, saved) && !consumesDraft) return
  const version = consumesDraft ? latest.version : latest.version + 1
  await writeVersion(tx, { ...by, emailId: row.id, version, isDraft: false, now }, content)
  await makeLive(tx, row, version, null)
}

/** Says which version of an email is sent; what was refused, or approved of an account that is not trusted yet, waits for another look. */
export const makeLive = (tx: Tx, row: EmailRow, version: number, selectedVersion: number | null) =>
  // The version that is sent, and the one that was restored last.
  tx.run(
    `update emails set version = $3, selected_version = $4, refused_why = '',
       can_spam_compliance = case
         when can_spam_compliance = 'rejected' then 'pending'
         when (select a.is_approved from accounts a where a.id = $1) then can_spam_compliance
         else 'pending' end
     where account_id = $1 and id = $2`,
    [row.accountId, row.id, version, selectedVersion],
  )

/** Saves an email: what is given changes, changed content makes a version. */
export const updateEmail = (emails: Emails, by: By, id: number, patch: EmailPatch): Promise<Email> =>
  emails.house.db.account(by.accountId, async (tx) => {
    const now = emails.house.clock.now()
    const row = await emailRow(tx, by.accountId, id, true)
    if (patch.archived && !row.archivedAt) await refuseWhileUsed(tx, emails.ports, by.accountId, id)
    if (changesContent(patch)) await saveContent(tx, emails, now, by, row, patch)
    await writeAbout(tx, now, row, patch)
    return readEmail(tx, emails.ports, await emailRow(tx, by.accountId, id))
  })

/** Archives an email. */
export const archiveEmail = async (emails: Emails, by: By, id: number): Promise<void> => {
  await updateEmail(emails, by, id, { archived: true })
}

/** Archives emails in the caller's transaction; refuses where an active flow sends one of them. */
export const archiveEmails = async (
  tx: Tx,
  now: Date,
  ports: Pick<EmailPorts, 'usedIn'>,
  accountId: number,
  ids: readonly number[],
): Promise<void> => {
  for (const id of ids) {
    const row = await emailRow(tx, accountId, id, true)
    await refuseWhileUsed(tx, ports, accountId, id)
    await writeAbout(tx, now, row, { archived: true })
  }
}

/** Copies an email: beside it, or into another account where the member may write emails. */
export const duplicateEmail = async (emails: Emails, by: By, id: number, targetAccountId?: number): Promise<Email> => {
  const { house, ports } = emails
  const target = targetAccountId ?? by.accountId
  const isElsewhere = target !== by.accountId
  const source = await house.db.account(by.accountId, async (tx) => {
    const row = await emailRow(tx, by.accountId, id)
    const content = await versionRow(tx, by.accountId, id, row.version)
    return { row, content, snippets: isElsewhere ? await snippetsToCopy(tx, by.accountId, content) : [] }
  })
  if (isElsewhere) await mustWriteEmails(house, by.memberId, target)
  const { row, content: written, snippets } = source
  const about = {
    name: isElsewhere ? row.name : `Copy of ${row.name}`.slice(0, 255),
    isTransactional: row.isTransactional,
    isStandalone: true,
    communicationCategoryId: isElsewhere ? null : row.communicationCategoryId,
    previewImage: row.previewImage,
  }
  return house.db.account(target, async (tx) => {
    const there = { ...by, accountId: target }
    const own = isElsewhere ? withShowsElsewhere(written) : written
    const content = await withCopiedSnippets(tx, house.clock.now(), there, snippets, own)
    const copy = await insertWithContent(tx, house.clock.now(), there, about, content)
    return readEmail(tx, ports, await emailRow(tx, target, copy))
  })
}

const mustWriteEmails = async (house: House, memberId: number, accountId: number) => {
  // Whether the member may write emails in the other account.
  const allowed = await house.db.system((tx) =>
    tx.one(
      `select 1 as yes from memberships where account_id = $1 and member_id = $2
         and (is_owner or ('emails:write' = any(scopes) and 'emails:read' = any(scopes)))`,
      [accountId, memberId],
    ),
  )
  if (!allowed) throw notFound('This account does not exist, or you may not write emails there.')
}
