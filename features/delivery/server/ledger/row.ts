import type { ReasonKind } from '../../contract/index.ts'

/** Names one row of the ledger. */
export type SendKey = { accountId: number; reasonAt: Date; id: number }

/** A row of the ledger that a worker has claimed. */
export type ClaimedSend = SendKey & {
  personId: number
  emailId: number
  reasonKind: ReasonKind
  flowId: number
  stepId: number
  broadcastId: number
  variantId: number
  eventId: number | null
  eventAt: Date | null
  isTransactional: boolean | null
  toAddress: string | null
  attempts: number
  /** Who was given it last (PROVIDER_NUMBERS). */
  provider: number
  content: OwnContent | null
  properties: ApiOptions | null
  lane: number
  why: string | null
  dueAt: Date
  createdAt: Date
  heldSince: Date | null
}

/** What a program said of a mail that it had sent, besides its content. */
export type ApiOptions = {
  values?: Record<string, unknown>
  subject?: string
  from?: { name: string; address: string }
  replyTo?: { name: string; address: string }
  /** Whether those who have unsubscribed are left out although the mail is transactional. */
  unsubscribeCheck?: boolean
  utm?: Record<string, string>
  cc?: string[]
  bcc?: string[]
}

/** What a mail holds that does not come from an email's saved version. Without `from` the installation writes. */
export type OwnContent = {
  subject: string
  text: string
  html: string
  from?: { name: string; address: string }
  replyTo?: { name: string; address: string }
}

/** A row's name in memory and in the journal. */
export const keyOf = ({ accountId, reasonAt, id }: SendKey): string => `${accountId}.${reasonAt.getTime()}.${id}`

/** Columns of a claimed row, from alias `s`. */
export const CLAIMED_COLUMNS = `s.account_id as "accountId", s.reason_at as "reasonAt", s.id, s.person_id as "personId",
  s.email_id as "emailId", s.reason_kind as "reasonKind", s.flow_id as "flowId", s.step_id as "stepId",
  s.broadcast_id as "broadcastId", s.variant_id as "variantId", s.event_id as "eventId", s.event_at as "eventAt",
  s.is_transactional as "isTransactional", s.to_address as "toAddress", s.attempts, s.provider, s.content,
  s.properties, s.lane, s.why, s.due_at as "dueAt", s.created_at as "createdAt", s.held_since as "heldSince"`

/** Names how an email goes out: the email and the variant. */
export const templateKey = ({ emailId, variantId }: { emailId: number; variantId: number }): string =>
  `${emailId}:${variantId}`
