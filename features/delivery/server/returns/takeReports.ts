import type { House, Tx } from '@millrace/kit/server'
import { type Bounce, recordArrivals, recordBounces, type Suppression, suppress } from '@millrace/preferences/server'
import { type Counted, countMail } from '../ledger/counts.ts'
import { isCounted, mailProps } from '../ledger/recordResults.ts'
import { CLAIMED_COLUMNS, type ClaimedSend, keyOf } from '../ledger/row.ts'
import { asciiAddress } from '../mime/headers.ts'
import type { DeliveryPorts, EmailEvent } from '../ports.ts'
import type { MailReport } from './reports.ts'
import { type Fate, settle } from './settle.ts'

/** What taking reports needs. */
export type ReportTools = { house: House; ports: Pick<DeliveryPorts, 'recordEvents' | 'unsubscribe'> }

/** Notes which reports were told; answers those that were not before. */
const NOTE = `insert into mail_reports (account_id, key, at) select distinct $1::int, u.key, $3::timestamptz
  from unnest($2::text[]) as u (key) on conflict (account_id, key) do nothing returning key`

/** The mails that reports are about, held, with whether they went to somebody else than the person. */
const HOLD = `select ${CLAIMED_COLUMNS}, s.state, s.attempted_at as "attemptedAt", s.accepted_at as "acceptedAt",
    s.delivered_at as "deliveredAt", s.bounced_at as "bouncedAt", s.complained_at as "complainedAt", s.replied_at as "repliedAt",
    (select lower(p.email) from people p where p.account_id = $1 and p.id = s.person_id) as "personEmail",
    coalesce(s.properties ->> 'cc', s.properties ->> 'bcc') is not null or exists (select 1 from email_versions v
      where v.account_id = $1 and v.email_id = s.email_id and v.version = s.email_version and (v.cc <> '' or v.bcc <> '')) as "hasCopies"
  from unnest($2::timestamptz[], $3::bigint[]) as u (reason_at, id)
  join sends s on s.account_id = $1 and s.reason_at = u.reason_at and s.id = u.id
  order by s.reason_at, s.id for update of s`

/** Writes how mails fared. Who had one in hand writes nothing of it any more, because it is attempted no longer. */
const WRITE = `update sends s set state = u.state, why = null, reply = coalesce(u.reply, s.reply), claimed_by = null,
    accepted_at = u.accepted_at, ended_at = coalesce(s.ended_at, $2::timestamptz), delivered_at = u.delivered_at,
    bounced_at = u.bounced_at, complained_at = u.complained_at, replied_at = u.replied_at
  from unnest($3::timestamptz[], $4::bigint[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::timestamptz[],
    $10::timestamptz[], $11::timestamptz[])
    as u (reason_at, id, state, reply, accepted_at, delivered_at, bounced_at, complained_at, replied_at)
  where s.account_id = $1 and s.reason_at = u.reason_at and s.id = u.id`

type Row = ClaimedSend & Fate & { personEmail: string | null; hasCopies: boolean }

/** What follows from reports, gathered and written at once. */
type Gathered = {
  fates: Map<string, { row: Row; reply: string | null }>
  counted: { at: Date; one: Counted }[]
  events: EmailEvent[]
  bounces: Bounce[]
  arrived: string[]
  unwanted: Suppression[]
  left: { row: Row; reason: string }[]
}

const DAY_MS = 86_400_000
const OLDEST_MS = 30 * DAY_MS
const LONGEST = 500

// What other servers say may hold signs that the database cannot keep in text, or that would garble a screen.
const plain = (text: string) => text.replace(/[^\P{Cc}\n\t]/gu, ' ').slice(0, LONGEST)

/** A moment that cannot be, or lies far back, would put what happened where nobody looks for it. */
const momentOf = (at: Date, now: Date, from: Date | null) => {
  const first = Math.max(now.getTime() - OLDEST_MS, from?.getTime() ?? 0)
  const time = Number.isNaN(at.getTime()) ? now.getTime() : at.getTime()
  return new Date(Math.min(Math.max(time, first), now.getTime()))
}

const unheard = async (tx: Tx, accountId: number, reports: readonly MailReport[], now: Date) => {
  const keys = reports.map(({ key }) => key.slice(0, LONGEST))
  const rows = await tx.rows<{ key: string }>(NOTE, [accountId, keys, now], 'reports-note')
  const fresh = new Set(rows.map(({ key }) => key))
  // Of two with one key in the same call the first is heard.
  return reports.filter(({ key }) => fresh.delete(key.slice(0, LONGEST)))
}

const holdRows = async (tx: Tx, accountId: number, reports: readonly MailReport[]) => {
  const sends = [...new Map(reports.flatMap(({ send }) => (send ? [[keyOf(send), send] as const] : []))).values()]
  if (!sends.length) return new Map<string, Row>()
  const asked = [accountId, sends.map(({ reasonAt }) => reasonAt), sends.map(({ id }) => id)]
  const rows = await tx.rows<Row>(HOLD, asked, 'reports-hold')
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** As the person's address is written, which may hold signs that do not travel. */
const addressOf = (row: Row | undefined) => {
  const sentTo = row?.toAddress?.trim().toLowerCase()
  const own = row?.personEmail?.trim()
  return own && (!sentTo || asciiAddress(own).toLowerCase() === sentTo) ? own : sentTo
}

/** What a report says of an address: of the one that the mail went to, whoever it was handed on to from there. */
const ofAddress = (gathered: Gathered, { kind, isHard, ...report }: MailReport, row: Row | undefined) => {
  const address = row ? addressOf(row) : report.address?.trim().toLowerCase()
  const detail = plain(report.detail)
  if (row && (kind === 'unsubscribed' || kind === 'complained')) {
    gathered.left.push({ row, reason: kind === 'complained' ? 'Marked as spam' : 'At the provider' })
  }
  if (!address) return
  if (kind === 'complained') gathered.unwanted.push({ address, detail, reason: kind })
  if (kind === 'unsubscribed' && !row) gathered.unwanted.push({ address, detail, reason: kind })
  if (kind === 'bounced' && isHard !== undefined) gathered.bounces.push({ address, isHard, detail })
  if (kind === 'delivered' || kind === 'replied') gathered.arrived.push(address)
}

const eventsOf = (row: Row, names: readonly string[], report: MailReport, at: Date): EmailEvent[] =>
  names.map((name) => ({
    personId: row.personId,
    name,
    kind: 'email',
    at,
    props: {
      ...mailProps(row),
      ...(name !== 'Email sent' && name !== 'Email delivered' && report.detail && { reason: plain(report.detail) }),
      ...(name === 'Email replied' && report.isMachine && { isBot: true }),
      ...(name === 'Email bounced' && report.isHard !== undefined && { isHard: report.isHard }),
    },
  }))

/** A copy of the mail came back; the mail itself did not. */
const isOfCopy = (row: Row, { kind, address }: MailReport) =>
  row.hasCopies &&
  kind !== 'replied' &&
  address !== undefined &&
  asciiAddress(address).toLowerCase() !== row.toAddress?.toLowerCase()

const ofMail = (gathered: Gathered, report: MailReport, row: Row, now: Date): boolean => {
  if (isOfCopy(row, report)) return false
  const key = keyOf(row)
  const known = gathered.fates.get(key) ?? { row, reply: null }
  const at = momentOf(report.at, now, known.row.attemptedAt)
  const settled = settle(known.row, { ...report, at })
  if (!settled) return false
  const says = report.kind === 'bounced' || report.kind === 'deferred'
  const wasBounced = known.row.bouncedAt !== null
  gathered.fates.set(key, {
    row: { ...known.row, ...settled.fate },
    reply: says && !wasBounced ? plain(report.detail) || null : known.reply,
  })
  if (!isCounted(row)) return false
  gathered.counted.push({ at, one: { ...row, figures: Object.fromEntries(settled.figures) } })
  if (row.personId) gathered.events.push(...eventsOf(row, settled.events, report, at))
  // A bounce that is told by mail and by a call counts for its address once.
  return report.kind !== 'bounced' || !wasBounced
}

const gather = (reports: readonly MailReport[], rows: ReadonlyMap<string, Row>, now: Date) => {
  const gathered: Gathered = {
    fates: new Map(),
    counted: [],
    events: [],
    bounces: [],
    arrived: [],
    unwanted: [],
    left: [],
  }
  for (const report of reports) {
    const row = report.send && rows.get(keyOf(report.send))
    // Of a mail that is forgotten nobody can say whose address it was about.
    if (row ? ofMail(gathered, report, row, now) : !report.send) ofAddress(gathered, report, row)
  }
  return gathered
}

const writeFates = async (tx: Tx, accountId: number, { fates }: Gathered, now: Date) => {
  const all = [...fates.values()]
  if (!all.length) return
  const values = (of: (row: Row) => unknown) => all.map(({ row }) => of(row))
  await tx.run(
    WRITE,
    [
      accountId,
      now,
      values((row) => row.reasonAt),
      values((row) => row.id),
      values((row) => row.state),
      all.map(({ reply }) => reply),
      values((row) => row.acceptedAt),
      values((row) => row.deliveredAt),
      values((row) => row.bouncedAt),
      values((row) => row.complainedAt),
      values((row) => row.repliedAt),
    ],
    'reports-write',
  )
}

const QUARTER_MS = 15 * 60_000

const countAll = async (tx: Tx, accountId: number, { counted }: Gathered) => {
  const byQuarter = Map.groupBy(counted, ({ at }) => Math.floor(at.getTime() / QUARTER_MS))
  for (const [quarter, some] of byQuarter) {
    const at = new Date(quarter * QUARTER_MS)
    await countMail(
      tx,
      accountId,
      at,
      some.map(({ one }) => one),
    )
  }
}

const leave = async (tx: Tx, { ports }: ReportTools, { left }: Gathered) => {
  for (const { row, reason } of left) {
    const { accountId, personId, id, reasonAt, personEmail } = row
    const isElsewhere = addressOf(row) !== personEmail?.trim()
    if (!personId) continue
    await ports.unsubscribe(
      tx,
      { accountId, personId, send: { id, reasonAt }, ...(isElsewhere && { isElsewhere }) },
      reason,
    )
  }
}

/**
 * The only way back in: what mailboxes and providers say of mail that has left. Each report is taken once, whoever tells
 * it how often and in which order; mail of which nobody knew whether it had arrived is settled by any of them. Runs in the
 * caller's transaction. Answers how many were new.
 */
export const takeReports = async (
  tx: Tx,
  tools: ReportTools,
  accountId: number,
  reports: readonly MailReport[],
): Promise<number> => {
  const own = reports.filter(({ send }) => !send || send.accountId === accountId)
  if (!own.length) return 0
  const now = tools.house.clock.now()
  const fresh = await unheard(tx, accountId, own, now)
  if (!fresh.length) return 0
  const gathered = gather(fresh, await holdRows(tx, accountId, fresh), now)
  await writeFates(tx, accountId, gathered, now)
  if (gathered.events.length) await tools.ports.recordEvents(tx, accountId, gathered.events)
  await countAll(tx, accountId, gathered)
  await recordArrivals(tx, accountId, gathered.arrived)
  await recordBounces(tx, accountId, gathered.bounces, now)
  await suppress(tx, accountId, gathered.unwanted, now)
  await leave(tx, tools, gathered)
  return fresh.length
}
