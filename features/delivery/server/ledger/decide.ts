import type { Template } from '@millrace/emails/server'
import type { SkipReason } from '../../contract/index.ts'
import { isMailable } from '../mime/headers.ts'
import { addressOf, type Facts, type MailPerson } from './facts.ts'
import { type ClaimedSend, templateKey } from './row.ts'

/** Whether a mail goes out, and to which address. */
export type Decision =
  | { skip: SkipReason }
  | { to: string; person: MailPerson | undefined; template: Template | undefined; isTransactional: boolean }

const ofPerson = (send: ClaimedSend, person: MailPerson | undefined): SkipReason | undefined => {
  if (send.reasonKind === 'test' || !send.personId) return undefined
  if (!person) return 'person gone'
  return person.archivedAt ? 'archived' : undefined
}

const wantedBy = (
  person: MailPerson | undefined,
  categoryId: number | null,
  reasons: readonly string[],
): SkipReason | undefined => {
  if (person?.unsubscribedAt || reasons.includes('unsubscribed')) return 'unsubscribed'
  if (reasons.includes('complained')) return 'complained'
  if (categoryId !== null && person?.choices?.[String(categoryId)] === 'optOut') return 'category off'
  return undefined
}

const ofAddress = (reasons: readonly string[]): SkipReason | undefined => {
  if (reasons.includes('bounced')) return 'bounced'
  return reasons.includes('manual') ? 'suppressed' : undefined
}

/** Decides at the moment of sending whether a row may go out. */
export const decide = (send: ClaimedSend, facts: Facts): Decision => {
  const person = facts.people.get(send.personId)
  const to = addressOf(send, person)
  const isSystem = send.reasonKind === 'system'
  if (!isSystem && (!facts.account || facts.account.isBlocked)) return { skip: 'account blocked' }
  const personal = ofPerson(send, person)
  if (personal) return { skip: personal }
  if (!to) return { skip: 'no address' }
  if (!isMailable(to)) return { skip: 'bad address' }
  const template = facts.templates.get(templateKey(send))
  const isTransactional = send.isTransactional ?? template?.isTransactional ?? true
  if (isSystem) return { to, person, template, isTransactional: true }
  if ((!template || template.archivedAt) && !send.content) return { skip: 'email gone' }
  const from = send.content?.from?.address ?? template?.fromEmail ?? ''
  if (!facts.verified.has(from.toLowerCase())) return { skip: 'sender not verified' }
  if (send.reasonKind === 'test') return { to, person, template, isTransactional }
  const reasons = facts.suppressed.get(to.toLowerCase()) ?? []
  const categoryId = template?.categoryId ?? facts.account?.defaultCategoryId ?? null
  const skip = ofAddress(reasons) ?? (isTransactional ? undefined : wantedBy(person, categoryId, reasons))
  return skip ? { skip } : { to, person, template, isTransactional }
}
