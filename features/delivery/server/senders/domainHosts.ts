import type { Tx } from '@millrace/kit/server'
import { returnHostOf, trackingHostOf } from './dnsRecords.ts'

/** The hosts of a domain that its DNS was seen to have. */
export type DomainHosts = { returnHost?: string; trackingHost?: string; verifiedAt: Date }

type Row = { domain: string; verifiedAt: Date; hosts: string[] }

/** Verified domains among these, with the hosts whose records were found. */
const HOSTS = `select d.domain, d.verified_at as "verifiedAt",
    array(select r ->> 'host' from jsonb_array_elements(d.records) r where (r ->> 'valid')::boolean) as hosts
  from sender_domains d where d.account_id = $1 and d.domain = any($2::text[]) and d.status = 'verified'`

/**
 * What may stand in mail of each of some verified domains: the host that takes its bounces, the host of its links; and
 * since when it was verified, where its warm-up begins.
 */
export const domainHosts = async (
  tx: Tx,
  accountId: number,
  domains: readonly string[],
): Promise<ReadonlyMap<string, DomainHosts>> => {
  if (!domains.length) return new Map()
  const rows = await tx.rows<Row>(HOSTS, [accountId, [...new Set(domains)]], 'senders-hosts')
  const here = (hosts: readonly string[], host: string) => (hosts.includes(host) ? host : undefined)
  return new Map(
    rows.map(({ domain, verifiedAt, hosts }) => {
      const returnHost = here(hosts, returnHostOf(domain))
      const trackingHost = here(hosts, trackingHostOf(domain))
      return [domain, { verifiedAt, ...(returnHost && { returnHost }), ...(trackingHost && { trackingHost }) }]
    }),
  )
}
