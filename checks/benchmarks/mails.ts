import { existsSync, readFileSync } from 'node:fs'
import { deliveryContract } from '@millrace/delivery/contract'
import { emailsContract } from '@millrace/emails/contract'
import { until } from '../instance/client.ts'
import type { Figure } from './table.ts'
import type { World } from './world.ts'

const MAILS = 3_000
/** Mails that are sent in each way and length before any is measured, so that none pays for what the first ones compile. */
const WARM_UP = 600
const DOMAIN = 'bench-mails.example'
const SENDER = `news@${DOMAIN}`
const TAGS = ['firstName', 'lastName', 'company', 'plan', 'city', 'country', 'role', 'score', 'seats', 'region']

/** HTML with 15 merge tags and 12 links, its paragraphs so long: 15 make 20 KB of HTML and 47 KB on the wire, 5 make 20 KB there. */
const html = (length: number) => {
  const tag = (index: number) => `{{ person.${TAGS[index % TAGS.length]} | default: 'there' }}`
  const filler = 'Lorem ipsum dolor sit amet, consetetur sadipscing elitr, sed diam nonumy eirmod tempor. '
  const part = (index: number) =>
    `<p style="margin:0 0 16px;font:15px/1.6 arial">Dear ${tag(index)}, ${filler.repeat(length)}${index < 12 ? `<a href="https://acme.example/page/${index}?utm=mail">Read part ${index}</a>` : ''}</p>`
  return `<div>${Array.from({ length: 15 }, (_one, index) => part(index)).join('')}<a href="{{ unsubscribe_url }}">Unsubscribe</a></div>`
}

const writeEmail = async ({ owner }: World, length: number): Promise<number> => {
  const content = html(length)
  const { email } = await owner(emailsContract.createEmail, {
    body: {
      name: `Letter ${length}`,
      subject: 'News for {{ person.firstName }}',
      fromName: 'Acme',
      fromEmail: SENDER,
      editor: { type: 'richtext' as const, state: { html: content }, html: content },
    },
  })
  return email.id
}

const prepare = async ({ owner, one, accountId }: World): Promise<void> => {
  const { domain } = await owner(deliveryContract.addSenderDomain, { body: { domain: DOMAIN } })
  await one(`update sender_domains set status = 'verified' where account_id = $1 and id = $2`, [accountId, domain.id])
  await one(
    `insert into people (account_id, email, fields, created_at, updated_at)
     select $1::int, 'mail' || n || '@readers.example',
       jsonb_build_object('firstName', 'Ann' || n, 'company', 'Acme ' || n, 'plan', 'pro', 'city', 'Lisbon'), now(), now()
     from generate_series(1, $2::int) as n`,
    [accountId, MAILS],
  )
}

/** Milliseconds of processor time that a process has used so far; only Linux tells. */
const usedBy = (pid: number): number => {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return 0
  const [user, system] = readFileSync(file, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return ((user ?? 0) + (system ?? 0)) * 10
}

const processorTimes = async ({ one, instance }: World) => {
  const { pids } = await one<{ pids: number[] }>(`select array_agg(pid) as pids from pg_stat_activity`)
  const { user, system } = process.cpuUsage()
  return {
    worker: usedBy(instance.pid),
    PostgreSQL: pids.reduce((sum, pid) => sum + usedBy(pid), 0),
    receiver: (user + system) / 1_000,
  }
}

/** What a mail cost each process, in milliseconds of processor time. */
const costs = (before: Record<string, number>, after: Record<string, number>, mails: number): string =>
  Object.entries(after)
    .map(([name, used]) => `${name} ${((used - (before[name] ?? 0)) / mails).toFixed(2)}`)
    .join(', ')

type Sent = { value: number; cost: string }

/** Plans a mail to so many and waits until the ledger says of all that they were accepted; mails a second. */
const sendTo = async (world: World, mails: number, emailId: number, round: string): Promise<Sent> => {
  const { one, accountId, receiver } = world
  receiver.mails.length = 0
  const used = await processorTimes(world)
  const from = performance.now()
  await one(
    `insert into sends (account_id, reason_at, person_id, email_id, reason_kind, reason_key, lane, due_at, created_at)
     select $1::int, date_trunc('milliseconds', now()), p.id, $2::bigint, 'broadcast', $3, 2, now(), now() from people p
     where p.account_id = $1 and p.email like 'mail%@readers.example' order by p.id limit $4`,
    [accountId, emailId, round, mails],
  )
  await one(`select pg_notify('millrace', 'sends:' || $1::text)`, [accountId])
  await until(
    'the end of the mails',
    async () => {
      if (receiver.mails.length < mails) return false
      const { open } = await one<{ open: number }>(
        `select count(*)::int as open from sends where account_id = $1 and state <> 'accepted' and reason_key = $2`,
        [accountId, round],
      )
      return open === 0
    },
    120_000,
  )
  const value = (mails / (performance.now() - from)) * 1000
  return { value, cost: costs(used, await processorTimes(world), mails) }
}

/** How mail is signed: whose keys stand in DNS, and the least of a mail of 20 KB. */
const WAYS = [
  { way: 'signed with RSA-2048', keys: ['rsa'], least: 1_000 },
  { way: 'signed with RSA-2048 and Ed25519', keys: ['rsa', 'ed25519'], least: 1_000 },
  { way: 'unsigned', keys: [], least: 2_000 },
]

const sign = async ({ one, accountId }: World, { keys }: (typeof WAYS)[number]) => {
  await one(
    `update sender_domains set status = $3, records = (
       select jsonb_agg(r || jsonb_build_object('valid', substring(r ->> 'data', 'k=(\\w+)') = any($4::text[])))
       from jsonb_array_elements(records) r)
     where account_id = $1 and domain = $2`,
    [accountId, DOMAIN, keys.length ? 'verified' : 'pending', keys],
  )
  // Without its domain the address itself must be verified.
  await one(
    `insert into sender_addresses (account_id, email, status, created_at, updated_at) values ($1, $2, 'verified', now(), now())
     on conflict do nothing`,
    [accountId, SENDER],
  )
}

const sizeOf = ({ receiver }: World) => Math.round((receiver.mails.at(-1)?.source.length ?? 0) / 1024)

const ROUNDS = 3

/** Mails a second from the ledger to the receiver, everything written down, signed in three ways, of 47 and of 20 KB. */
export const measureMails = async (world: World): Promise<Figure[]> => {
  await prepare(world)
  const emails = { long: await writeEmail(world, 15), short: await writeEmail(world, 5) }
  const rounds = Object.entries(emails).flatMap(([length, emailId]) => WAYS.map((how) => ({ length, emailId, how })))
  for (const { length, emailId, how } of rounds) {
    await sign(world, how)
    await sendTo(world, WARM_UP, emailId, `${length} ${how.way}, to warm up`)
  }
  const figures: Figure[] = []
  for (const { length, emailId, how } of rounds) {
    await sign(world, how)
    const sent: Sent[] = []
    for (let round = 0; round < ROUNDS; round++)
      sent.push(await sendTo(world, MAILS, emailId, `${length} ${how.way} ${round}`))
    const { value, cost } = sent.toSorted((a, b) => a.value - b.value)[1] as Sent
    const note = `${MAILS.toLocaleString('en-US')}, median of ${ROUNDS}, 15 tags, 12 links; ms a mail: ${cost}`
    const least = length === 'short' ? how.least : 300
    figures.push({ name: `mails of ${sizeOf(world)} KB, ${how.way}`, value, unit: '/s', least, note })
  }
  world.receiver.mails.length = 0
  return figures
}
