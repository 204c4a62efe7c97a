import { suppress } from '@millrace/preferences/server'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  countsOf,
  openRelayedWorld,
  planMails,
  type RelayedWorld,
  sendingAccount,
  sendMails,
  sendsOf,
  statesOf,
} from '../../testing/index.ts'

let world: RelayedWorld
const refused = new Set<string>()

beforeAll(async () => {
  const rcpt = (to: string) => (refused.has(to) ? ('550 5.1.1 no such person' as const) : undefined)
  world = await openRelayedWorld({ faults: { rcpt } })
})

afterAll(() => world.close())

type Details = { cc?: string; bcc?: string; replyName?: string; replyEmail?: string }

const EMAIL = `update email_versions set cc = $2, bcc = $3, reply_name = $4, reply_email = $5 where account_id = $1`

/** A mail to the one person of an account, whose email says who gets copies. */
const sent = async ({ cc = '', bcc = '', replyName = '', replyEmail = '' }: Details, more: object = {}) => {
  const account = await sendingAccount(world)
  const { accountId } = account
  world.receiver.mails.length = 0
  const now = world.house.clock.now()
  await world.house.db.system(async (tx) => {
    await tx.run(EMAIL, [accountId, cc, bcc, replyName, replyEmail])
    await tx.run(`update people set fields = fields || '{"boss": "boss@example.org"}' where account_id = $1`, [
      accountId,
    ])
    await suppress(tx, accountId, [{ address: 'gone@example.org', reason: 'bounced', detail: '' }], now)
    await suppress(tx, accountId, [{ address: 'out@example.org', reason: 'unsubscribed', detail: '' }], now)
  })
  await sendMails(world, account, more)
  const [mail] = world.receiver.mails
  return { account, mail, parsed: await simpleParser(mail?.source ?? '') }
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
  const { account, mail } = await sent({ cc: 'no@example.org, yes@example.org' })
  expect([world.receiver.mails.length, mail?.copies]).toEqual([1, ['yes@example.org']])
  expect(await countsOf(world, account)).toMatchObject({ accepted: 1, bounced: 0 })
})

it('reach nobody where the mail itself is refused', async () => {
  refused.add('p0@example.org')
  const { account } = await sent({ cc: 'yes@example.org' })
  refused.delete('p0@example.org')
  expect(world.receiver.mails).toEqual([])
  expect(await statesOf(world, account)).toEqual(['bounced'])
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
  const account = await sendingAccount(world)
  await world.house.db.system((tx) => tx.run(change, [account.accountId]))
  await planMails(world, account, { dueAt: new Date(world.house.clock.now().getTime() + 86_400_000), ...more })
  expect(await sendsOf(world, account)).toMatchObject([{ lane }])
})
