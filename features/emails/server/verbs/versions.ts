import type { Email, EmailContent, Version, VersionSummary } from '../../contract/email.ts'
import { withMjmlHtml } from '../mjml/renderMjml.ts'
import { emailRow, latestRow, refuseOverwriting, VERSION_COLUMNS, type VersionRow, versionRow } from '../store/rows.ts'
import { writeVersion } from '../store/writeVersion.ts'
import { type By, type Emails, makeLive } from './emails.ts'
import { mergeContent, refuseIncomplete } from './mergeContent.ts'
import { readEmail, toVersion, toVersionSummary } from './shapeEmail.ts'

/** Keeps a draft; what is sent stays as it is. The next save or auto-save writes over it. */
export const autoSaveEmail = (
  { house, outside }: Emails,
  by: By,
  id: number,
  { ifUpdatedAt, ...patch }: Partial<EmailContent> & { ifUpdatedAt?: string | undefined },
): Promise<VersionSummary> =>
  house.db.account(by.accountId, async (tx) => {
    const row = await emailRow(tx, by.accountId, id, true)
    const latest = await latestRow(tx, by.accountId, id)
    refuseOverwriting(latest, ifUpdatedAt)
    const content = mergeContent(latest, await withMjmlHtml(patch), outside)
    const version = latest.isDraft ? latest.version : latest.version + 1
    const place = { ...by, emailId: id, version, isDraft: true, now: house.clock.now() }
    await writeVersion(tx, place, content)
    return toVersionSummary(await versionRow(tx, by.accountId, id, version), row.version)
  })

/** The versions of an email, newest first. */
export const listVersions = (
  { house }: Emails,
  accountId: number,
  id: number,
  limit = 50,
  offset = 0,
): Promise<VersionSummary[]> =>
  house.db.account(accountId, async (tx) => {
    const row = await emailRow(tx, accountId, id)
    // A page of versions without their content, and who saved them.
    const rows = await tx.rows<VersionRow>(
      `select ${VERSION_COLUMNS}, v.subject from email_versions v left join members m on m.id = v.saved_by
       where v.account_id = $1 and v.email_id = $2 order by v.account_id, v.version desc limit $3 offset $4`,
      [accountId, id, limit, offset],
    )
    return rows.map((version) => toVersionSummary(version, row.version))
  })

/** One version: by its number, the latest, or the one that was restored last (else the latest). */
export const readVersion = (
  { house }: Emails,
  accountId: number,
  id: number,
  which: number | 'latest' | 'selected',
): Promise<Version> =>
  house.db.account(accountId, async (tx) => {
    const row = await emailRow(tx, accountId, id)
    const number = which === 'selected' ? (row.selectedVersion ?? 'latest') : which
    const version =
      number === 'latest' ? await latestRow(tx, accountId, id) : await versionRow(tx, accountId, id, number)
    return toVersion(version, row.version)
  })

/** Makes an old version the saved one, as a new version; nothing is lost. */
export const restoreVersion = (
  { house, ports }: Emails,
  by: By,
  id: number,
  version: number,
): Promise<{ newVersion: number; restoredFromVersion: number; email: Email }> =>
  house.db.account(by.accountId, async (tx) => {
    const row = await emailRow(tx, by.accountId, id, true)
    const old = await versionRow(tx, by.accountId, id, version)
    refuseIncomplete(old)
    const latest = await latestRow(tx, by.accountId, id)
    const newVersion = latest.version + 1
    const now = house.clock.now()
    await writeVersion(tx, { ...by, emailId: id, version: newVersion, isDraft: false, restoredFrom: version, now }, old)
    await makeLive(tx, row, newVersion, version)
    // When the email was changed last.
    await tx.run('update emails set updated_at = $3 where account_id = $1 and id = $2', [by.accountId, id, now])
    return {
      newVersion,
      restoredFromVersion: version,
      email: await readEmail(tx, ports, await emailRow(tx, by.accountId, id)),
    }
  })
