import { call, Id, Paging } from '@millrace/kit/contract'
import { z } from 'zod'
import { MailboxEntry, MailboxMail } from './mailbox.ts'

/** The calls about the built-in mailbox. */
export const mailboxCalls = {
  listMailbox: call({
    method: 'GET',
    path: '/v1/mailbox',
    auth: 'public',
    query: z.object({ q: z.string().max(200).optional(), before: Id.optional(), limit: Paging.limit }),
    returns: z.object({ mails: z.array(MailboxEntry), total: z.number(), hasMore: z.boolean() }),
    summary: 'Mails that the built-in receiver took, newest first',
    fail: "We couldn't open the mailbox.",
    addition: true,
  }),
  getMailboxMail: call({
    method: 'GET',
    path: '/v1/mailbox/{id}',
    auth: 'public',
    params: z.object({ id: Id }),
    returns: z.object({ mail: MailboxMail }),
    summary: 'One mail of the built-in mailbox',
    fail: "We couldn't open this mail.",
    addition: true,
  }),
}
