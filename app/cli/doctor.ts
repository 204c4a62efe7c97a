import { Resolver } from 'node:dns/promises'
import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { examineProviders, providerHooks } from '@millrace/delivery/server'
import { findBinaries } from '@millrace/kit/postgres'
import { keysFrom, type Settings } from '@millrace/kit/server'
import pg from 'pg'
import { knownSecret } from '../secret.ts'

/** One thing that was looked at. */
type Finding = { what: string; isFine: boolean; told: string }

type Look = [what: string, look: () => Promise<string> | string]

const GIGABYTE = 1 << 30

const folder = ({ DATA_DIR }: Settings) => {
  mkdirSync(DATA_DIR, { recursive: true })
  accessSync(DATA_DIR, constants.W_OK)
  const { bavail, bsize } = statfsSync(DATA_DIR)
  const free = (bavail * bsize) / GIGABYTE
  if (free < 1) throw new Error(`${DATA_DIR} has only ${free.toFixed(1)} GB left`)
  return `${DATA_DIR} can be written, ${Math.floor(free)} GB free`
}

const externalDatabase = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string; can: boolean }>(
      `select current_setting('server_version') as version, rolsuper or rolcreaterole as can from pg_roles where rolname = current_user`,
    )
    const wall = rows[0]?.can ? '' : '; its role may not make roles, so row-level security may be missing'
    return `PostgreSQL ${rows[0]?.version}${wall}`
  } finally {
    await client.end()
  }
}

const database = async ({ DATABASE_URL }: Settings) =>
  DATABASE_URL ? externalDatabase(DATABASE_URL) : `embedded PostgreSQL ${(await findBinaries()).version}`

const relay = ({ SMTP_URL, MAIL_PROVIDERS }: Settings) => {
  if (!MAIL_PROVIDERS.includes('smtp')) return 'not used'
  if (!SMTP_URL) return 'the built-in mailbox takes all mail'
  const { hostname, port, protocol } = new URL(SMTP_URL)
  return new Promise<string>((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port) || (protocol === 'smtps:' ? 465 : 587) })
    socket.setTimeout(5_000, () => reject(new Error(`${hostname} does not answer`)))
    socket.once('error', reject)
    socket.once('connect', () => resolve(`${hostname} answers`))
    for (const event of ['timeout', 'error', 'connect']) socket.once(event, () => socket.destroy())
  })
}

/** Where providers are to tell what became of mail. */
const hooks = async (settings: Settings) => {
  const { PUBLIC_URL, DATA_DIR, SECRET, MAIL_PROVIDERS } = settings
  if (MAIL_PROVIDERS.every((name) => name === 'smtp')) return 'none is asked for any'
  const secret = await knownSecret(DATA_DIR, SECRET)
  const publicUrl = PUBLIC_URL?.replace(/\/$/, '')
  if (!publicUrl) throw new Error('set PUBLIC_URL, so that providers can tell what became of mail')
  if (!secret) return 'their addresses are known after the first start'
  return providerHooks(settings, { keys: keysFrom(secret), publicUrl }).join(' ')
}

const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA'])

/** Whether DNS answers; a name that is not there is an answer too. */
const dns = async ({ DNS_SERVERS }: Settings) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 1 })
  if (DNS_SERVERS?.length) resolver.setServers(DNS_SERVERS)
  const where = DNS_SERVERS?.length ? DNS_SERVERS.join(', ') : 'the servers of this machine'
  try {
    await resolver.resolveTxt('example.com')
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!NO_RECORD.has(code)) throw new Error(`${where} do not answer (${code}); domains cannot be verified`)
  }
  return `${where} answer`
}

/** What sending domains are asked to put into their records. */
const senderRecords = async ({ SPF_INCLUDE, RETURN_HOST, TRACKING_HOST, DNS_SERVERS, SMTP_URL }: Settings) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 1 })
  if (DNS_SERVERS?.length) resolver.setServers(DNS_SERVERS)
  const wrong: string[] = []
  const look = async (name: string | undefined, what: string, ask: (name: string) => Promise<unknown[]>) => {
    if (!name) return
    const found = await ask(name).catch(() => [])
    if (!found.length) wrong.push(`${name} has no ${what}`)
  }
  const hasSpf = async (name: string) =>
    (await resolver.resolveTxt(name)).filter((parts) => /^v=spf1\b/i.test(parts.join('')))
  await look(SPF_INCLUDE, 'SPF record', hasSpf)
  await look(RETURN_HOST, 'MX record', (name) => resolver.resolveMx(name))
  await look(RETURN_HOST, 'SPF record', hasSpf)
  await look(TRACKING_HOST, 'address', (name) => resolver.resolve4(name))
  if (wrong.length) throw new Error(wrong.join('; '))
  if (SPF_INCLUDE || RETURN_HOST) return [SPF_INCLUDE, RETURN_HOST, TRACKING_HOST].filter(Boolean).join(', ')
  return SMTP_URL
    ? 'set SPF_INCLUDE or RETURN_HOST, so that domains are asked for SPF'
    : 'not needed for the built-in mailbox'
}

/** Whether what comes back has somewhere to come to, and whether something listens there. */
const returns = ({ RETURN_HOST, REPLY_HOST, INBOUND_PORT, INBOUND_HOST }: Settings) => {
  const hosts = [RETURN_HOST, REPLY_HOST].filter(Boolean).join(', ')
  if (INBOUND_PORT === undefined) {
    if (REPLY_HOST) throw new Error(`answers go to ${REPLY_HOST}, but without INBOUND_PORT nobody takes them`)
    return hosts ? `${hosts}, where somebody else listens` : 'not set: bounces that come later are not heard of'
  }
  if (!hosts) throw new Error('INBOUND_PORT is set, but no RETURN_HOST that mail would come back to')
  return new Promise<string>((resolve, reject) => {
    const host = INBOUND_HOST === '0.0.0.0' || INBOUND_HOST === '::' ? '127.0.0.1' : INBOUND_HOST
    const socket = createConnection({ host, port: INBOUND_PORT })
    const to = `${hosts} by port ${INBOUND_PORT}`
    socket.setTimeout(5_000, () => reject(new Error(`${to} does not answer`)))
    socket.once('connect', () => resolve(`${to}, which answers`))
    // Before the first start nothing listens yet.
    socket.once('error', () => resolve(`${to}, once Millrace runs`))
    for (const event of ['timeout', 'error', 'connect']) socket.once(event, () => socket.destroy())
  })
}

const reachable = ({ PUBLIC_URL, TRUST_PROXY }: Settings) => {
  if (!PUBLIC_URL) return 'not set: links in mail only work on this machine'
  if (PUBLIC_URL.startsWith('https:') && !TRUST_PROXY) return `${PUBLIC_URL}; behind a proxy set TRUST_PROXY=true too`
  return PUBLIC_URL
}

/** Looks at everything that Millrace needs, without changing anything. */
export const examine = async (settings: Settings): Promise<Finding[]> => {
  const looks: Look[] = [
    ['Node', () => process.version],
    ['Data folder', () => folder(settings)],
    ['Database', () => database(settings)],
    ['Mail relay', () => relay(settings)],
    ['Mail providers', () => examineProviders(settings)],
    ['Events of providers', () => hooks(settings)],
    ['Public address', () => reachable(settings)],
    ['DNS', () => dns(settings)],
    ['Sender records', () => senderRecords(settings)],
    ['Mail that comes back', () => returns(settings)],
  ]
  const findings: Finding[] = []
  for (const [what, look] of looks) {
    try {
      findings.push({ what, isFine: true, told: await look() })
    } catch (error) {
      findings.push({ what, isFine: false, told: (error as Error).message })
    }
  }
  return findings
}
