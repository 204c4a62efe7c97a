import type { Keys } from '@millrace/kit/server'
import { sendOfMessageId } from '../ledger/messageId.ts'
import type { SendKey } from '../ledger/row.ts'
import { messageIdOfTag } from '../providers/provider.ts'
import { isOwnRecipient } from '../providers/recipients.ts'
import type { MailReport } from '../returns/reports.ts'

/** A report of a provider, and whose mail it is about where that is known. */
export type Told = { accountId: number | undefined; report: MailReport }

/** How an event of a provider names its mail. */
export type Named = {
  /** The mail's Message-ID without its domain, as it was sent along. */
  tag: string | undefined
  /** Whose mail it is (`addressMark`), where it has copies. */
  mark: string | undefined
  /** Its Message-ID, where only that is told. */
  messageId: string | undefined
}

/** The mail that an event names; undefined where it is none that was sent here. */
export const sendOf = (keys: Keys, { tag, messageId }: Named): SendKey | undefined =>
  (tag ? sendOfMessageId(keys, messageIdOfTag(tag)) : undefined) ??
  (messageId ? sendOfMessageId(keys, messageId) : undefined)

/** A report about a mail, or, where it is about somebody who got a copy, about their address. */
export const toldOf = (
  keys: Keys,
  named: Named,
  address: string,
  report: Omit<MailReport, 'send' | 'address'>,
): Told => {
  const send = sendOf(keys, named)
  const isOwn = send && isOwnRecipient(named.mark, address)
  return { accountId: send?.accountId, report: { ...report, ...(isOwn && { send }), address } }
}
