import type { Template } from '@millrace/emails/server'
import type { HoldReason, SkipReason } from '../../contract/index.ts'
import { capUntil, isInControl, quietUntil } from '../brakes/holds.ts'
import { isMailable } from '../mime/headers.ts'
import { addressOf, type Facts, type MailPerson } from './facts.ts'
import { type ClaimedSend, templateKey } from './row.ts'

/** A mail that waits: for somebody's word, or until a time. */
export type Hold = { hold: HoldReason; until: Date | null }

/** Where a mail goes that goes out. */
export type Go = {
  to: string
  person: MailPerson | undefined
  template: Template | undefined
  isTransactional: boolean
}

/** Whether a mail goes out, and to which address. */
export type Decision = { skip: SkipReason } | Hold | Go

const ofPerson = (send: ClaimedSend, person: MailPerson | undefined): SkipReason | undefined => {
  if (send.reasonKind === 'test' || !send.personId) return undefined
  if (!person) return 'person gone'
  return person.archivedAt ? 'archived' : undefined
}

const wantedBy = (
  person: MailPerson | undefined,
  categoryIds: readonly (number | null)[],
  reasons: readonly string[],
): SkipReason | undefined => {
  if (person?.unsubscribedAt || reasons.includes('unsubscribed')) return 'unsubscribed'
  if (reasons.includes('complained')) return 'complained'
  const isOff = categoryIds.some((id) => id !== null && person?.choices?.[String(id)] === 'optOut')
  return isOff ? 'category off' : undefined
}

const ofAddress = (reasons: readonly string[]): SkipReason | undefined => {
  if (reasons.includes('bounced')) return 'bounced'
  return reasons.includes('manual') ? 'suppressed' : undefined
}

// What the account, or whoever looks after its mail, has to set right first. Whoever tests wants to know at once.
const ofAccount = ({ account }: Facts, isTest: boolean): { skip: SkipReason } | Hold | undefined => {
  if (!account) return { skip: 'account blocked' }
  if (!account.isBlocked) return undefined
  return isTest ? { skip: 'account blocked' } : { hold: 'account blocked', until: null }
}

const ofContent = (send: ClaimedSend, template: Template | undefined, facts: Facts) => {
  const isTest = send.reasonKind === 'test'
  if ((!template || template.archivedAt) && !send.content) return { skip: 'email gone' } as const
  if (template?.compliance === 'rejected' && !isTest) return { skip: 'email rejected' } as const
  if (template?.compliance === 'pending' && !isTest) return { hold: 'email not approved', until: null } as const
  const from = send.content?.from?.address ?? send.properties?.from?.address ?? template?.fromEmail ?? ''
  if (facts.verified.has(from.toLowerCase())) return undefined
  return isTest ? ({ skip: 'sender not verified' } as const) : ({ hold: 'sender not verified', until: null } as const)
}

const ofBrakes = (send: ClaimedSend, person: MailPerson | undefined, categoryId: number | null, facts: Facts) => {
  const { rules, now, got, account } = facts
  if (isInControl(rules.control, send.personId)) return { skip: 'in the control group' } as const
  const capped = capUntil(rules.caps, got.get(send.personId) ?? [], categoryId, now)
  if (capped) return { hold: 'over the frequency cap', until: capped } as const
  const quiet = quietUntil(rules.quiet, { person: person?.timezone, account: account?.timezone ?? 'UTC' }, now)
  return quiet ? ({ hold: 'quiet hours', until: quiet } as const) : undefined
}

const ofQuota = ({ quota }: Facts): Hold | undefined =>
  quota && quota.left <= 0 ? { hold: 'account out of quota', until: quota.until } : undefined

/** The category that a mail is of: its email's, else the account's own for mail that names none. */
export const categoryOf = (template: Template | undefined, facts: Facts): number | null =>
  template?.categoryId ?? facts.account?.defaultCategoryId ?? null

/** Whether a mail is transactional: as its reason says, else its email or that one's category; never where an administrator said so. */
export const isTransactionalMail = (send: ClaimedSend, template: Template | undefined, facts: Facts): boolean => {
  if (facts.account?.isTransactionalOff) return false
  if (send.isTransactional !== null) return send.isTransactional
  if (!template) return true
  return template.isTransactional || facts.transactionalCategories.has(template.categoryId ?? 0)
}

/** Decides at the moment of sending whether a row may go out. */
export const decide = (send: ClaimedSend, facts: Facts): Decision => {
  const person = facts.people.get(send.personId)
  const to = addressOf(send, person)
  const isSystem = send.reasonKind === 'system'
  const blocked = isSystem ? undefined : ofAccount(facts, send.reasonKind === 'test')
  if (blocked) return blocked
  const personal = ofPerson(send, person)
  if (personal) return { skip: personal }
  if (!to) return { skip: 'no address' }
  if (!isMailable(to)) return { skip: 'bad address' }
  const template = facts.templates.get(templateKey(send))
  if (isSystem) return { to, person, template, isTransactional: true }
  const isTransactional = isTransactionalMail(send, template, facts)
  const content = ofContent(send, template, facts)
  if (content && 'skip' in content) return content
  const go: Go = { to, person, template, isTransactional }
  if (send.reasonKind === 'test') return content ?? go
  const reasons = facts.suppressed.get(to.toLowerCase()) ?? []
  const categoryId = categoryOf(template, facts)
  // What somebody said of a category holds although it was archived since; and what they said of all other mail as well.
  const asked = facts.archivedCategories.has(categoryId ?? 0)
    ? [categoryId, facts.account?.defaultCategoryId ?? null]
    : [categoryId]
  const skip =
    ofAddress(reasons) ??
    (isTransactional && !send.properties?.unsubscribeCheck
      ? undefined
      : wantedBy(person, isTransactional ? [] : asked, reasons))
  if (skip) return { skip }
  return content ?? ofQuota(facts) ?? (isTransactional ? undefined : ofBrakes(send, person, categoryId, facts)) ?? go
}
