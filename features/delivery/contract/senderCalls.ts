import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'
import { AskedSender, SenderAddress, SenderDomain } from './senders.ts'

const Email = z.string().trim().toLowerCase().pipe(z.email('This is not an email address.'))

const LinkToken = z.object({ token: z.string().min(1).max(2_000) })

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
  openSenderLink: call({
    method: 'GET',
    path: '/v1/settings/email/addresses/confirm',
    auth: 'public',
    query: LinkToken,
    status: 302,
    summary: 'Leads from a mailed link to the page that asks; following links confirms nothing',
    fail: "We couldn't confirm this address.",
    addition: true,
  }),
  readSenderLink: call({
    method: 'GET',
    path: '/v1/settings/email/addresses/asked',
    auth: 'public',
    query: LinkToken,
    returns: AskedSender,
    summary: 'Whom a mailed link asks about which address',
    fail: "We couldn't confirm this address.",
    addition: true,
  }),
  confirmSenderAddress: call({
    method: 'POST',
    path: '/v1/settings/email/addresses/confirm',
    auth: 'public',
    body: LinkToken,
    returns: AskedSender,
    summary: 'Confirm a sender address, with the token of the mailed link',
    fail: "We couldn't confirm this address.",
    limit: { max: 60, windowSec: 60 },
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
    limit: { max: 60, windowSec: 60 },
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

/** The calls about the addresses and domains that an account writes from. */
export const senderCalls = { ...addresses, ...domains }
