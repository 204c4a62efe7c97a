import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openRelayedWorld,
  type RelayedWorld,
  type SendingAccount,
  sendingAccount,
  sendMails,
} from '../../testing/index.ts'

let world: RelayedWorld

beforeAll(async () => {
  world = await openRelayedWorld()
})

afterAll(() => world.close())

const tagged = { type: 'group', operator: 'and', conditions: [{ type: 'tag', value: 'vip', condition: 'has' }] }
const inSegment = (value: number, condition = 'in') => ({
  type: 'group',
  operator: 'and',
  conditions: [{ type: 'segment', value, condition }],
})

/** An account with three people, one of whom is in segment 900, and a mail whose parts ask for segments. */
const prepare = async () => {
  const html = `<html><head></head><body>{% if show.s1a %}<p>for some</p>{% endif %}{% if show.s2b %}<p>for others</p>{% endif %}{% if show.nobody %}<p>for none</p>{% endif %}</body></html>`
  const account = await sendingAccount(world, { people: 3, html })
  const at = world.house.clock.now()
  await world.house.db.system(async (tx) => {
    await tx.run(
      `insert into segments (account_id, id, name, conditions, created_at, updated_at) overriding system value
       values ($1, 900, 'Customers', $2, $3, $3)`,
      [account.accountId, JSON.stringify(tagged), at],
    )
    await tx.run(
      `insert into segment_members (account_id, segment_id, person_id, entered_at) values ($1, 900, $2, $3)`,
      [account.accountId, account.personIds[1], at],
    )
    await tx.run('update email_versions set shows = $2 where account_id = $1', [
      account.accountId,
      JSON.stringify({ s1a: inSegment(900), s2b: inSegment(900, 'not in') }),
    ])
  })
  return account
}

const send = async (account: SendingAccount) => {
  world.receiver.mails.length = 0
  await sendMails(world, account)
  const mails = await Promise.all(world.receiver.mails.map(({ source }) => simpleParser(source)))
  const words = (text: string | undefined) => text?.match(/for \w+/g)?.join(' ')
  return new Map(mails.map(({ to, text, html }) => [[to].flat()[0]?.text, [words(text), words(String(html))]]))
}

it('shows parts by what the database knows of each reader, in HTML and in text', async () => {
  const got = await send(await prepare())
  expect(got).toEqual(
    new Map([
      ['p0@example.org', ['for others', 'for others']],
      ['p1@example.org', ['for some', 'for some']],
      ['p2@example.org', ['for others', 'for others']],
    ]),
  )
})
