import type { Settings } from '@millrace/kit/server'
import type { DnsRecord } from '../../contract/index.ts'
import type { LookUp } from './lookUp.ts'
import { edSelector } from './signingKeys.ts'

/** Keys of a domain as DNS shows them. */
export type DomainKeys = { domain: string; selector: string; rsaPublic: string; edPublic: string | null }

/** What of the installation sending domains name in their records. */
export type NamedHosts = Pick<Settings, 'SPF_INCLUDE' | 'RETURN_HOST' | 'TRACKING_HOST'>

type Wanted = Pick<DnsRecord, 'type' | 'host' | 'data' | 'purpose'>

const needed = (purpose: DnsRecord['purpose'], type: DnsRecord['type'], host: string, data: string): Wanted => ({
  type,
  host,
  data,
  purpose,
})

const keyRecords = ({ domain, selector, rsaPublic, edPublic }: DomainKeys): (Wanted & { optional?: true })[] => [
  needed('dkim', 'TXT', `${selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${rsaPublic}`),
  ...(edPublic
    ? [
        {
          ...needed('dkim', 'TXT', `${edSelector(selector)}._domainkey.${domain}`, `v=DKIM1; k=ed25519; p=${edPublic}`),
          optional: true as const,
        },
      ]
    : []),
]

const hostRecords = (domain: string, { SPF_INCLUDE, RETURN_HOST, TRACKING_HOST }: NamedHosts): Wanted[] => [
  ...(RETURN_HOST ? [needed('return', 'CNAME', returnHostOf(domain), RETURN_HOST.toLowerCase())] : []),
  ...(SPF_INCLUDE && !RETURN_HOST ? [needed('spf', 'TXT', domain, `v=spf1 include:${SPF_INCLUDE} ~all`)] : []),
  needed('dmarc', 'TXT', `_dmarc.${domain}`, 'v=DMARC1; p=none;'),
  ...(TRACKING_HOST ? [needed('tracking', 'CNAME', trackingHostOf(domain), TRACKING_HOST.toLowerCase())] : []),
]

/** The host that bounces to mail of a domain go to, where its record is there. */
export const returnHostOf = (domain: string): string => `mb.${domain}`

/** The host that tracked links in mail of a domain may name, where its record is there. */
export const trackingHostOf = (domain: string): string => `t.${domain}`

/**
 * The records that a domain needs, with what was last seen of them: its signing key; better with the second key, what
 * takes its bounces and a DMARC policy.
 */
export const wantedRecords = (keys: DomainKeys, hosts: NamedHosts, before: readonly DnsRecord[] = []): DnsRecord[] => {
  const optional = hostRecords(keys.domain, hosts).map((record) => ({ ...record, optional: true as const }))
  return [...keyRecords(keys), ...optional].map((record) => {
    const known = before.find(({ host, type, data }) => [host, type, data].join() === idOf(record))
    const { valid = false, reason, seen, found } = known ?? {}
    return { ...record, valid, ...(reason && { reason }), ...(seen && { seen }), ...(found && { found }) }
  })
}

const idOf = ({ host, type, data }: Wanted) => [host, type, data].join()

const tags = (text: string): Map<string, string> =>
  new Map(
    text.split(';').flatMap((part) => {
      const at = part.indexOf('=')
      return at > 0 ? [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).replace(/\s+/g, '')] as const] : []
    }),
  )

type Verdict = Pick<DnsRecord, 'valid' | 'seen' | 'reason' | 'found'>

const RIGHT: Verdict = { valid: true, seen: 'right' }
const other = (reason: string, found: readonly string[]): Verdict => ({
  valid: false,
  seen: 'other',
  reason,
  found: found.slice(0, 5).map((text) => text.slice(0, 600)),
})
const NOTHING: Verdict = { valid: false, seen: 'nothing', reason: 'There is no such record yet.' }

const judgeKey = ({ data }: DnsRecord, found: readonly string[]): Verdict => {
  const isRight = (text: string) => tags(text).get('p') === tags(data).get('p')
  if (!found.some(isRight)) return other('There is a record, but with another key.', found)
  const wrong = found.filter((text) => !isRight(text))
  return wrong.length ? other('There are several records; remove those that are not ours.', wrong) : RIGHT
}

const judgePolicy = (found: readonly string[]): Verdict => {
  const policies = found.filter((text) => /^v=DMARC1\b/i.test(text.trim()))
  if (policies.length > 1) return other('There are several DMARC records; only one may be there.', policies)
  if (!policies.length) return NOTHING
  const isWhole = /^(none|quarantine|reject)$/i.test(tags(policies[0] ?? '').get('p') ?? '')
  return isWhole ? RIGHT : other('The DMARC record says nothing that is known as p=.', policies)
}

const judgeSpf = ({ data }: DnsRecord, found: readonly string[]): Verdict => {
  const include = /include:\S+/.exec(data)?.[0] ?? ''
  const policies = found.filter((text) => /^v=spf1(\s|$)/i.test(text.trim()))
  if (policies.length > 1) return other('There are several SPF records; only one may be there.', policies)
  const [policy = ''] = policies
  if (!policy) return NOTHING
  if (policy.toLowerCase().split(/\s+/).includes(include.toLowerCase())) return RIGHT
  return other(`There is an SPF record already: add ${include} to it, in front of its end.`, policies)
}

/** Judges one record by what DNS says at its host; where DNS did not answer, it stays as it was. */
export const judgeRecord = (record: DnsRecord, found: readonly string[] | undefined): DnsRecord => {
  const { reason: _reason, found: _found, seen: _seen, ...bare } = record
  if (!found) {
    const reason = 'DNS could not be asked. It will be asked again.'
    return { ...bare, seen: 'unanswered', reason }
  }
  if (record.purpose === 'dmarc') return { ...bare, ...judgePolicy(found) }
  if (record.purpose === 'spf') return { ...bare, ...judgeSpf(record, found) }
  if (!found.length) return { ...bare, ...NOTHING }
  if (record.type === 'CNAME') {
    return { ...bare, ...(found.includes(record.data) ? RIGHT : other('It leads to another host.', found)) }
  }
  return { ...bare, ...judgeKey(record, found) }
}

/** A policy of a domain above holds for its subdomains (RFC 7489, 6.6.3). */
const policyHosts = (host: string): string[] => {
  const labels = host.split('.').slice(1)
  return labels.slice(0, -1).map((_label, index) => ['_dmarc', ...labels.slice(index)].join('.'))
}

/** Looks a record up and judges it. */
export const checkRecord = async (record: DnsRecord, lookUp: LookUp): Promise<DnsRecord> => {
  const hosts = record.purpose === 'dmarc' ? policyHosts(record.host) : [record.host]
  let judged = record
  for (const host of hosts) {
    judged = judgeRecord(record, await lookUp(host, record.type))
    if (judged.seen !== 'nothing') return judged
  }
  return judged
}
