import { call, Id, list, Paging, Time } from '@millrace/kit/contract'
import { z } from 'zod'
import { MailboxEntry, MailboxMail } from './mailbox.ts'
import { SenderAddress, SenderDomain } from './senders.ts'
import { SEND_STATES, Send } from './sends.ts'
import { LinkClicks, MailStats } from './stats.ts'

const Email = z.string().trim().toLowerCase().pipe(z.email('This is not an email address.'))

const addresses = {
  listSenderAddresses: call({
    method: 'GET',
    path: '/v1/settings/email/addresses',
    returns: z.object({ addresses: z.array(SenderAddress) }),
    summary: 'Addresses that the account may write from',
    fail: "We couldn't retrieve sender addresses.",
  }),
  addSenderAddress: call({
    method: 'POST',
    path: '/v1/settings/email/addresses',
    scopes: ['emailSettings:write'],
    body: z.object({ email: Email }),
    returns: z.object({ address: SenderAddress }),
    summary: 'Ask for an address to be verified; mails a link to it',
    fail: "We couldn't add this address.",
  }),
  deleteSenderAddress: call({
    method: 'DELETE',
    path: '/v1/settings/email/addresses/{email}',
    scopes: ['emailSettings:write'],
    params: z.object({ email: z.string().trim().toLowerCase() }),
    status: 204,
    summary: 'Remove a sender address',
    fail: "We couldn't delete this address.",
  }),
  confirmSenderAddress: call({
    method: 'GET',
    path: '/v1/settings/email/addresses/confirm',
    auth: 'public',
    query: z.object({ token: z.string().min(1) }),
    status: 302,
    summary: 'Confirm a sender address from the mailed link',
    fail: "We couldn't confirm this address.",
    addition: true,
  }),
}

const DomainReply = z.object({ domain: SenderDomain })

const domains = {
  listSenderDomains: call({
    method: 'GET',
    path: '/v1/settings/email/domains',
    returns: z.object({ domains: z.array(SenderDomain) }),
    summary: 'Domains that the account may write from',
    fail: "We couldn't retrieve email domains.",
  }),
  addSenderDomain: call({
    method: 'POST',
    path: '/v1/settings/email/domains',
    scopes: ['emailSettings:write'],
    body: z.object({ domain: z.string().min(1, 'Invalid domain name').max(500, 'Invalid domain name') }),
    returns: DomainReply,
    summary: 'Add a sending domain; makes its signing keys',
    fail: "We couldn't add this domain.",
  }),
  verifySenderDomain: call({
    method: 'POST',
    path: '/v1/settings/email/domains/{id}/verify',
    scopes: ['emailSettings:write'],
    params: z.object({ id: Id }),
    returns: DomainReply,
    summary: 'Look up the DNS records of a domain',
    fail: "We couldn't verify this domain.",
  }),
  deleteSenderDomain: call({
    method: 'DELETE',
    path: '/v1/settings/email/domains/{id}',
    scopes: ['emailSettings:write'],
    params: z.object({ id: Id }),
    returns: DomainReply,
    summary: 'Remove a sending domain',
    fail: "We couldn't delete this domain.",
  }),
}

const ledger = {
  listSends: call({
    method: 'GET',
    path: '/v1/sends',
    scopes: ['emails:read'],
    query: z.object({
      personId: Id.optional(),
      emailId: Id.optional(),
      flowId: Id.optional(),
      state: z.enum(SEND_STATES).optional(),
      before: Time.optional(),
      limit: Paging.limit,
    }),
    returns: z.object({ sends: z.array(Send), mayResolve: z.boolean() }),
    summary: 'Mails of the send ledger, newest first',
    fail: "We couldn't retrieve the mails.",
    addition: true,
  }),
  resolveSend: call({
    method: 'POST',
    path: '/v1/sends/{id}/resolve',
    scopes: ['emailSettings:write'],
    params: z.object({ id: Id }),
    body: z.object({ at: Time, as: z.enum(['again', 'accepted', 'failed']) }),
    returns: z.object({ send: Send }),
    summary: 'Say what became of a mail whose fate is uncertain',
    fail: "We couldn't resolve this mail.",
    addition: true,
  }),
  emailStats: call({
    method: 'GET',
    path: '/v1/emails/stats',
    scopes: ['emailMetrics:read'],
    query: z.object({
      period: z.string().optional(),
      metricsPeriod: z.string().optional(),
      stepId: list(Id).optional(),
      emailIds: list(Id).optional(),
      flowIds: list(Id).optional(),
      timezone: z.string().optional(),
      startDate: z.string().optional(),
      endDate: z.string().optional(),
      groupByEmail: z.enum(['true', 'false']).optional(),
    }),
    returns: z.object({ stats: z.array(MailStats), clicks: z.array(LinkClicks) }),
    summary: 'Figures of mail',
    fail: 'Error while getting email stats.',
  }),
}

const mailbox = {
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

/** The calls of delivery. */
export const deliveryContract = { ...addresses, ...domains, ...ledger, ...mailbox }
