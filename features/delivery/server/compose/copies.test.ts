import { suppress } from '@millrace/preferences/server'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type Receiver, sendingAccount, startReceiver, type World } from '../../testing/index.ts'

let world: World
let receiver: Receiver
const refused = new Set<string>()

beforeAll(async () => {
  receiver = await startReceiver({
    faults: { rcpt: (to) => (refused.has(to) ? '550 5.1.1 no such person' : undefined) },
  })
  world = await openWorld({ SMTP_URL: `smtp://127.0.0.1:${receiver.port}?tls=never` })
})

afterAll(async () => {
  await world.delivery.close()
  await receiver.close()
})

type Details = { cc?: string; bcc?: string; replyName?: string; replyEmail?: string }

const EMAIL = `update email_versions set cc = $2, bcc = $3, reply_name = $4, reply_email = $5 where account_id = $1`

/** A mail to the one person of an account, whose email says who gets copies. */
const sent = async ({ cc = '', bcc = '', replyName = '', replyEmail = '' }: Details, more: object = {}) => {
  const account = await sendingAccount(world)
  const { accountId, emailId, personIds } = account
  receiver.mails.length = 0
  const now = world.house.clock.now()
  await world.house.db.system(async (tx) => {
    await tx.run(EMAIL, [accountId, cc, bcc, replyName, replyEmail])
    await tx.run(`update people set fields = fields || '{"boss": "boss@example.org"}' where account_id = $1`, [
      accountId,
    ])
    await suppress(tx, accountId, [{ address: 'gone@example.org', reason: 'bounced', detail: '' }], now)
    await suppress(tx, accountId, [{ address: 'out@example.org', reason: 'unsubscribed', detail: '' }], now)
    const row = { personId: personIds[0] ?? 0, emailId, reasonKind: 'flow', reasonKey: 'v', reasonAt: now } as const
    await world.delivery.planSends(tx, accountId, [{ ...row, dueAt: now, ...more }])
  })
  await world.sendAll()
  const [mail] = receiver.mails
  return { accountId, emailId, mail, parsed: await simpleParser(mail?.source ?? '') }
}

it('reach those who are named, and only cc is seen', async () => {
  const { mail, parsed } = await sent({ cc: 'Ann <ann@example.org>; bob@example.org', bcc: 'crm@example.org' })
  expect([mail?.to, mail?.copies]).toEqual([
    'p0@example.org',
    ['ann@example.org', 'bob@example.org', 'crm@example.org'],
  ])
  expect(parsed.headerLines.find(({ key }) => key === 'cc')?.line.replace(/\s+/g, ' ')).toBe(
    'Cc: <ann@example.org>, <bob@example.org>',
  )
  expect(mail?.source).not.toContain('crm@example.org')
})

it.each([
  ['an address that a field holds', { cc: '{{ person.boss }}' }, {}, ['boss@example.org']],
  ['nobody where the field is empty', { cc: '{{ person.nobody }}' }, {}, []],
  ['nobody whose address is dead or cannot be one', { cc: 'gone@example.org, nonsense, a@b@c' }, {}, []],
  ['nobody who has unsubscribed', { bcc: 'out@example.org' }, {}, []],
  [
    'them all the same where the mail is transactional',
    { bcc: 'out@example.org' },
    { isTransactional: true },
    ['out@example.org'],
  ],
  [
    'each once, and not who gets the mail itself',
    { cc: 'P0@example.org, a@example.org', bcc: 'A@example.org' },
    {},
    ['a@example.org'],
  ],
])('reach %s', async (_what, details, more, copies) => {
  expect((await sent(details, more)).mail?.copies).toEqual(copies)
})

it('are part of the one mail that is counted, whoever of them is refused', async () => {
  refused.add('no@example.org')
  const { accountId, emailId, mail } = await sent({ cc: 'no@example.org, yes@example.org' })
  expect([receiver.mails.length, mail?.copies]).toEqual([1, ['yes@example.org']])
  const counts = await world.house.db.account(accountId, (tx) =>
    world.delivery.emailCounts(tx, accountId, { by: 'email' }),
  )
  expect(counts.get(emailId)).toMatchObject({ accepted: 1, bounced: 0 })
})

it('reach nobody where the mail itself is refused', async () => {
  refused.add('p0@example.org')
  const { accountId } = await sent({ cc: 'yes@example.org' })
  refused.delete('p0@example.org')
  expect(receiver.mails).toEqual([])
  const row = await world.house.db.system((tx) =>
    tx.one<{ state: string }>('select state from sends where account_id = $1', [accountId]),
  )
  expect(row?.state).toBe('bounced')
})

it('answers go to the address that the email names', async () => {
  const { parsed } = await sent({ replyName: 'Help & co', replyEmail: 'help@acme.example' })
  expect(parsed.replyTo?.value).toEqual([{ name: 'Help & co', address: 'help@acme.example' }])
})

it.each([
  ['a transactional email', `update emails set is_transactional = true where account_id = $1`, {}, 0],
  ['other mail', `update emails set is_transactional = false where account_id = $1`, {}, 1],
  [
    'an email of a transactional category',
    `with kind as (insert into communication_categories (account_id, name, type, created_at)
       values ($1, 'Receipts', 'transactional', now()) returning id)
     update emails set communication_category_id = kind.id from kind where account_id = $1`,
    {},
    0,
  ],
  [
    'a broadcast, whatever it sends',
    `update emails set is_transactional = true where account_id = $1`,
    { reasonKind: 'broadcast' as const },
    2,
  ],
  [
    'a step that says no',
    `update emails set is_transactional = true where account_id = $1`,
    { isTransactional: false },
    1,
  ],
])('the lane of %s', async (_what, change, more, lane) => {
  const { accountId, emailId, personIds } = await sendingAccount(world)
  const now = world.house.clock.now()
  const row = { personId: personIds[0] ?? 0, emailId, reasonKind: 'flow', reasonKey: 'v', reasonAt: now } as const
  const planned = await world.house.db.system(async (tx) => {
    await tx.run(change, [accountId])
    await world.delivery.planSends(tx, accountId, [{ ...row, dueAt: new Date(now.getTime() + 86_400_000), ...more }])
    return tx.one<{ lane: number }>('select lane from sends where account_id = $1', [accountId])
  })
  expect(planned?.lane).toBe(lane)
})
