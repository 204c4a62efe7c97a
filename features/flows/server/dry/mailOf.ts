import { fillMail, mailAccount, mailPeople, problemOfText, templateOf } from '@millrace/emails/server'
import type { Tx } from '@millrace/kit/server'

/** A mail that was planned in a dry run. */
export type PlannedMail = { emailId: number; name: string; subject: string; to: string }

/** The mail that was planned for a stay, with its email's name. */
const PLANNED = `select s.email_id as "emailId", coalesce(e.name, '') as name,
    coalesce(s.to_address, p.email, '') as "to"
  from sends s
  join people p on p.account_id = $1 and p.id = s.person_id
  left join emails e on e.account_id = $1 and e.id = s.email_id
  where s.account_id = $1 and s.person_id = $2 and s.reason_kind = 'flow' and s.reason_key = $3 limit 1`

const NOWHERE = { unsubscribeUrl: '', preferencesUrl: '', viewInBrowserUrl: '' }

/** The subject as this person would read it. */
const subjectFor = async (tx: Tx, accountId: number, emailId: number, personId: number): Promise<string> => {
  const template = await templateOf(tx, accountId, emailId)
  const person = (await mailPeople(tx, accountId, [personId], template?.objectKinds)).get(personId)
  if (!template || !person) return ''
  return (await fillMail(template, { person, account: await mailAccount(tx, accountId) }, NOWHERE)).subject
}

/** The mail that was planned for a stay, its subject as the person would read it, and why it could not be written. */
export const mailOf = async (
  tx: Tx,
  accountId: number,
  personId: number,
  reasonKey: string,
): Promise<{ mail: PlannedMail | null; problem: string | null }> => {
  const planned = await tx.one<Omit<PlannedMail, 'subject'>>(PLANNED, [accountId, personId, reasonKey])
  if (!planned) return { mail: null, problem: null }
  try {
    const subject = await subjectFor(tx, accountId, planned.emailId, personId)
    return { mail: { ...planned, subject }, problem: null }
  } catch (error) {
    const problem = problemOfText(error)
    if (problem === undefined) throw error
    return { mail: { ...planned, subject: '' }, problem: `The mail cannot be written: ${problem}` }
  }
}
