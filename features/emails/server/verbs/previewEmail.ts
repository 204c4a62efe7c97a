import { forbidden, notFound, refused, type Tx } from '@millrace/kit/server'
import type { EmailWarning } from '../../contract/email.ts'
import type { Draft } from '../../contract/emailCalls.ts'
import { knownNames } from '../checks/unknownTags.ts'
import { warningsOf } from '../checks/warningsOf.ts'
import { withMjmlHtml } from '../mjml/renderMjml.ts'
import { showsOf } from '../rendering/showWhen.ts'
import { withSnippets } from '../snippets/inlineSnippets.ts'
import { type ContentRow, emailRow, latestRow } from '../store/rows.ts'
import { renderWords } from '../template/compileTemplate.ts'
import { judgeShows } from '../template/judgeShows.ts'
import { EXAMPLE_PERSON, mailAccount, mailPeople } from '../template/mailData.ts'
import { objectKindsOf } from '../template/mailObjects.ts'
import { fillWords, problemOfText, SLOW_MS } from '../template/pace.ts'
import type { MailData, MailPerson, RenderedMail } from '../template/template.ts'
import type { Words } from '../template/words.ts'
import type { Emails } from './emails.ts'
import { EMPTY_CONTENT, mergeContent } from './mergeContent.ts'

/** What is shown, to whom. */
export type PreviewInput = {
  email: Draft
  personId?: number | undefined
  person?: Record<string, unknown> | undefined
  event?: Record<string, unknown> | undefined
}

/** A mail as one person would get it. */
export type Preview = Pick<RenderedMail, 'subject' | 'preheader' | 'fromName' | 'replyName' | 'html' | 'text'> & {
  fromEmail: string
  replyEmail: string
  cc: string
  bcc: string
  bytes: number
  warnings: EmailWarning[]
}

const readerOf = async (
  tx: Tx,
  accountId: number,
  { personId, person }: PreviewInput,
  content: ContentRow,
): Promise<MailPerson> => {
  if (personId) {
    const known = (await mailPeople(tx, accountId, [personId], objectKindsOf(content))).get(personId)
    if (!known) throw notFound('This person does not exist.')
    return known
  }
  if (!person) return EXAMPLE_PERSON
  return {
    id: typeof person.id === 'number' ? person.id : 0,
    email: typeof person.email === 'string' ? person.email : EXAMPLE_PERSON.email,
    fields: person,
  }
}

/** Which conditions of the draft that the database answers a person meets; one who is not stored meets none. */
const shownTo = async (tx: Tx, { house, ports }: Emails, accountId: number, state: unknown, personId?: number) => {
  if (!personId) return undefined
  const asking = { accountId, now: house.clock.now(), goalSql: ports.goalSql }
  return (await judgeShows(tx, asking, [{ template: { shows: showsOf(state) }, personId }]))(personId)
}

/** A draft's content laid over what is saved of the email. */
export const draftContent = async (
  tx: Tx,
  { outside }: Emails,
  accountId: number,
  { id, ...patch }: Draft,
): Promise<{ content: ContentRow; isTransactional: boolean }> => {
  const row = id ? await emailRow(tx, accountId, id) : undefined
  const base = row ? await latestRow(tx, accountId, row.id) : EMPTY_CONTENT
  return {
    content: mergeContent(base, await withMjmlHtml(patch), outside),
    isTransactional: patch.isTransactional ?? row?.isTransactional ?? false,
  }
}

const waysOut = (url: string) => ({ unsubscribeUrl: url, preferencesUrl: url, viewInBrowserUrl: url })

const wordsOf = ({ subject, preheader, fromName, replyName, html }: ContentRow, accountId: number): Words => ({
  ...{ subject, preheader, fromName, replyName, html, accountId },
})

/** Fills content for one person, without tracking. */
export const fill = async (
  content: ContentRow,
  accountId: number,
  data: MailData,
  unsubscribeUrl: string,
): Promise<RenderedMail> => (await fillWords(wordsOf(content, accountId), data, waysOut(unsubscribeUrl))).mail

const TRIES = 3

/** What a writer should know of an email that takes long to be filled: the least of a few tries, for the first one is always slow. */
const slowWarning = async (fillAgain: () => Promise<{ ms: number }>, first: number): Promise<EmailWarning[]> => {
  let least = first
  for (let tries = 1; tries < TRIES && least > SLOW_MS; tries++) least = Math.min(least, (await fillAgain()).ms)
  if (least <= SLOW_MS) return []
  const message = `This email takes ${Math.round(least)} ms a person to fill in, so it leaves slowly: look for loops in its Liquid.`
  return [{ kind: 'speed', level: 'warning', message }]
}

// Who gets a copy may hang on the reader.
const filledCopies = ({ cc, bcc }: ContentRow, data: MailData) => {
  const words = (text: string) => (text.includes('{') ? renderWords(text, data, { unsubscribeUrl: '' }) : text)
  return { cc: words(cc), bcc: words(bcc) }
}

const asWritten = (content: ContentRow): RenderedMail => ({
  subject: content.subject,
  preheader: content.preheader,
  fromName: content.fromName,
  replyName: content.replyName,
  html: content.html,
  text: '',
})

type Filled = { mail: RenderedMail; cc: string; bcc: string; problems: EmailWarning[] }

/** What the author is told of Liquid that cannot be run; an error about something else is thrown again. */
const problemOf = (error: unknown): EmailWarning => {
  const problem = problemOfText(error)
  if (problem === undefined) throw error
  return { kind: 'liquid', level: 'error', message: problem.replace(/, ?(?:file|line):.*$/s, '') }
}

const filledOrWritten = async (accountId: number, read: Read): Promise<Filled> => {
  const { content, whole, data } = read
  try {
    const words = wordsOf(whole, accountId)
    const fillAgain = () => fillWords(words, data, waysOut('#'))
    const { mail, ms } = await fillAgain()
    const problems = /\{%/.test(whole.html) ? await slowWarning(fillAgain, ms) : []
    return { mail, ...filledCopies(content, data), problems }
  } catch (error) {
    const { cc, bcc } = content
    return { mail: asWritten(content), cc, bcc, problems: [problemOf(error)] }
  }
}

/** What a preview is made of; `whole` has its snippets put in. */
type Read = {
  content: ContentRow
  isTransactional: boolean
  data: MailData
  whole: ContentRow
  known: Awaited<ReturnType<typeof knownNames>>
}

const readPreview = async (tx: Tx, emails: Emails, accountId: number, input: PreviewInput): Promise<Read> => {
  const { content, isTransactional } = await draftContent(tx, emails, accountId, input.email)
  const account = await mailAccount(tx, accountId)
  const whole = await withSnippets(tx, accountId, content)
  const person = await readerOf(tx, accountId, input, whole)
  const shows = await shownTo(tx, emails, accountId, content.state, input.personId)
  const data: MailData = { person, account, event: input.event, shows }
  return { content, isTransactional, data, whole, known: await knownNames(tx, accountId) }
}

/** Shows a draft as a person would get it. Where its Liquid cannot be processed it is shown as it is written. */
export const previewEmail = async (
  emails: Emails,
  accountId: number,
  input: PreviewInput,
  mayReadPeople: boolean,
): Promise<Preview> => {
  if (input.personId && !mayReadPeople) throw forbidden('You are not allowed to read people.')
  // Filling may take its time: no connection is held meanwhile.
  const read = await emails.house.db.account(accountId, (tx) => readPreview(tx, emails, accountId, input))
  const { mail, cc, bcc, problems } = await filledOrWritten(accountId, read)
  const { content, isTransactional, known } = read
  const bytes = Buffer.byteLength(mail.html)
  const { mailingAddress } = read.data.account
  const warnings = warningsOf(content, { bytes, isTransactional, mailingAddress, known })
  const isTold = warnings.some(({ kind }) => kind === 'liquid')
  const { fromEmail, replyEmail } = content
  return {
    ...mail,
    ...{ fromEmail, replyEmail, cc, bcc, bytes },
    warnings: isTold ? warnings : [...problems, ...warnings],
  }
}

/** Sends a draft to a few addresses, filled as for a person. Answers what to tell the member. */
export const sendTestEmail = async (
  emails: Emails,
  { accountId, memberId }: { accountId: number; memberId: number },
  input: { email: Draft; sendTo: string[]; personId?: number | undefined },
  mayReadPeople: boolean,
): Promise<string> => {
  if (input.personId && !mayReadPeople) throw forbidden('You are not allowed to read people.')
  const { house, ports } = emails
  const addresses = [...new Set(input.sendTo)]
  const { content, whole, data } = await house.db.account(accountId, (tx) => readTest(tx, emails, accountId, input))
  const mail = await fillOrRefuse(whole, accountId, data, house.publicUrl)
  const { fromEmail, replyEmail } = content
  await house.db.account(accountId, async (tx) => {
    for (const to of addresses) {
      await ports.sendTest(tx, { accountId, memberId, emailId: input.email.id, to, fromEmail, replyEmail, mail })
    }
  })
  return `Test email sent to ${addresses.join(', ')}`
}

const readTest = async (tx: Tx, emails: Emails, accountId: number, input: PreviewInput) => {
  const { content } = await draftContent(tx, emails, accountId, input.email)
  if (!content.subject.trim()) throw refused('Email subject is needed.')
  if (!content.fromEmail.trim()) throw refused('From email is needed.')
  if (!content.html.trim()) throw refused('Missing email content.')
  const account = await mailAccount(tx, accountId)
  const whole = await withSnippets(tx, accountId, content)
  const person = await readerOf(tx, accountId, input, whole)
  const shows = await shownTo(tx, emails, accountId, content.state, input.personId)
  const data: MailData = { person, account, shows }
  return { content, whole, data }
}

const fillOrRefuse = async (content: ContentRow, accountId: number, data: MailData, url: string) => {
  try {
    return await fill(content, accountId, data, url)
  } catch (error) {
    const problem = problemOfText(error)
    if (problem === undefined) throw error
    throw refused(`Couldn't process Liquid tags: ${problem}`)
  }
}
