import type { DnsRecord } from '../../contract/index.ts'
import { edSelector } from './signingKeys.ts'

/** Keys of a domain as DNS shows them. */
export type DomainKeys = { domain: string; selector: string; rsaPublic: string; edPublic: string | null }

const wanted = (
  type: 'TXT',
  host: string,
  data: string,
  purpose: DnsRecord['purpose'],
  isOptional: boolean,
): DnsRecord => ({
  type,
  host,
  data,
  valid: false,
  purpose,
  ...(isOptional && { optional: true }),
})

/** The records that a domain needs: its signing key; better with the second key and a DMARC policy. */
export const wantedRecords = ({ domain, selector, rsaPublic, edPublic }: DomainKeys): DnsRecord[] => [
  wanted('TXT', `${selector}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${rsaPublic}`, 'dkim', false),
  ...(edPublic
    ? [wanted('TXT', `${edSelector(selector)}._domainkey.${domain}`, `v=DKIM1; k=ed25519; p=${edPublic}`, 'dkim', true)]
    : []),
  wanted('TXT', `_dmarc.${domain}`, 'v=DMARC1; p=none;', 'dmarc', true),
]

const tags = (text: string): Map<string, string> =>
  new Map(
    text.split(';').flatMap((part) => {
      const at = part.indexOf('=')
      return at > 0 ? [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).replace(/\s+/g, '')] as const] : []
    }),
  )

/** Judges one record by what DNS says at its host. */
export const judgeRecord = (record: DnsRecord, found: readonly string[] | undefined): DnsRecord => {
  const { reason: _old, ...bare } = record
  const refuse = (reason: string): DnsRecord => ({ ...bare, valid: false, reason })
  if (!found) return refuse('DNS could not be asked. Please try again.')
  if (record.purpose === 'dmarc') {
    const policies = found.filter((text) => /^v=DMARC1\b/i.test(text.trim()))
    if (policies.length === 1) return { ...bare, valid: true }
    return refuse(
      policies.length ? 'There are several DMARC records; only one may be there.' : 'There is no such record yet.',
    )
  }
  const key = tags(record.data).get('p')
  if (!found.length) return refuse('There is no such record yet.')
  if (found.some((text) => tags(text).get('p') === key)) return { ...bare, valid: true }
  return refuse('There is a record, but with another key.')
}
