import { beforeAll, expect, test } from 'vitest'
import { buildBlock, buildDesign } from '../../testing/buildDesign.ts'
import { openTestEmails } from '../../testing/openTestEmails.ts'
import { emailsOfSegment } from '../emailsOfSegment.ts'

let opened: Awaited<ReturnType<typeof openTestEmails>>
beforeAll(async () => {
  opened = await openTestEmails()
})

const when = (...conditions: object[]) => ({
  type: 'millrace',
  label: 'did it',
  before: '',
  after: '',
  conditions: { type: 'group', operator: 'and', conditions },
})
const inSegment = (value: number, condition = 'in') => when({ type: 'segment', value, condition })
const did = (name: string) => {
  const is = (field: string, value: string) => ({ type: 'field', uuid: 'x', field, condition: 'is', value })
  const systemConditions = { type: 'group', operator: 'and', conditions: [is('type', 'custom'), is('name', name)] }
  return when({ type: 'event', condition: 'has', systemConditions })
}

const emailShowing = (displayCondition: object) => {
  const state = buildDesign(
    [buildBlock('text', { text: '<p>for some</p>' })],
    [buildBlock('text', { text: '<p>for all</p><a href="{{ unsubscribe_url }}">Leave</a>' })],
  )
  Object.assign(state.body.rows[0]?.values ?? {}, { displayCondition })
  return { subject: 'Hello', fromEmail: 'mara@acme.example', editor: { type: 'unlayer' as const, state } }
}

/** Two people; the second did "Order Paid" and is in segment 900. */
const openShowWorld = async () => {
  const account = await opened.house.newAccount()
  const { accountId } = account
  const ids = await opened.house.db.system(async (tx) => {
    const at = opened.house.clock.now()
    const people = await tx.rows<{ id: number }>(
      `insert into people (account_id, email, created_at, updated_at)
       select $1::int, 'p' || n || '@example.org', $2, $2 from generate_series(1, 2) n returning id`,
      [accountId, at],
    )
    const [first = 0, second = 0] = people.map(({ id }) => id)
    const name = await tx.one<{ id: number }>(
      `insert into event_names (account_id, name, kind, created_at, last_seen_at) values ($1, 'Order Paid', 'custom', $2, $2) returning id`,
      [accountId, at],
    )
    await tx.run(`insert into events (account_id, person_id, name_id, created_at) values ($1, $2, $3, $4)`, [
      ...[accountId, second, name?.id, at],
    ])
    await tx.run(
      `insert into segments (account_id, id, name, conditions, created_at, updated_at) values ($1, 900, 'Customers', $2, $3, $3)`,
      [accountId, JSON.stringify({ type: 'group', operator: 'and', conditions: [] }), at],
    )
    await tx.run(
      `insert into segment_members (account_id, segment_id, person_id, entered_at) values ($1, 900, $2, $3)`,
      [...[accountId, second, at]],
    )
    return { first, second }
  })
  return { account, client: opened.server.as(account), ...ids }
}

test.each([
  ['what people did', did('Order Paid'), [false, true]],
  ['segments', inSegment(900), [false, true]],
  ['all but a segment', inSegment(900, 'not in'), [true, false]],
  ['segments that are not there', inSegment(901), [false, false]],
  ['being unsubscribed', when({ type: 'field', field: 'unsubscribed', condition: 'is', value: false }), [true, true]],
  ['goals where there are no flows', when({ type: 'goal', value: 3, condition: 'in' }), [false, false]],
  ['conditions that are not whole', when({ type: 'field', field: 'lastSeenAt', condition: 'after' }), [false, false]],
])('a preview shows a row by %s', async (_name, condition, expected) => {
  const { client, first, second } = await openShowWorld()
  const email = emailShowing(condition)
  const shown = async (personId?: number) => {
    const { html, text } = await client.call('previewEmail', { body: { email, personId } })
    expect(text.includes('for some')).toBe(html.includes('for some'))
    expect(html).toContain('for all')
    return html.includes('for some')
  }
  expect([await shown(first), await shown(second)]).toEqual(expected)
  expect(await shown()).toBe(false)
})

test('a version keeps what it asks for, also when it is brought back', async () => {
  const { account, client } = await openShowWorld()
  const { email } = await client.call('createEmail', { body: emailShowing(inSegment(900)) })
  await client.call('updateEmail', {
    params: { id: email.id },
    body: { editor: emailShowing(did('Order Paid')).editor },
  })
  await client.call('restoreVersion', { params: { id: email.id, version: 1 } })
  const rows = await opened.house.db.system((tx) =>
    tx.rows<{ shows: Record<string, unknown>; html: string }>(
      'select shows, html from email_versions where account_id = $1 and email_id = $2 order by version',
      [account.accountId, email.id],
    ),
  )
  const names = rows.map(({ shows }) => Object.keys(shows))
  expect(names).toEqual([[expect.any(String)], [expect.any(String)], names[0]])
  expect(names[1]).not.toEqual(names[0])
  for (const [index, { html }] of rows.entries()) expect(html).toContain(`{% if show.${names[index]} %}`)
  const uses = await opened.house.db.system((tx) => emailsOfSegment(tx, account.accountId, 900))
  expect(uses).toEqual([{ kind: 'email', id: email.id, name: email.name, isActive: true }])
  expect(await opened.house.db.system((tx) => emailsOfSegment(tx, account.accountId, 901))).toEqual([])
})

test('in another account nobody meets what only this one has, and it is said so', async () => {
  const { client, account } = await openShowWorld()
  const other = await opened.house.newAccount()
  await opened.house.db.system((tx) =>
    tx.run('insert into memberships (account_id, member_id, scopes, created_at) values ($1, $2, $3, $4)', [
      ...[other.accountId, account.memberId, ['emails:read', 'emails:write'], opened.house.clock.now()],
    ]),
  )
  const { email } = await client.call('createEmail', { body: emailShowing(inSegment(900)) })
  const copy = await client.call('duplicateEmail', { body: { id: email.id, targetAccountId: other.accountId } })
  const there = opened.server.as(other)
  const { version } = await there.call('latestVersion', { params: { id: copy.email.id } })
  expect(JSON.stringify(version.editor.state)).toContain('{% if false %}')
  const { html, warnings } = await there.call('previewEmail', { body: { email: { id: copy.email.id } } })
  expect([html.includes('for some'), html.includes('for all')]).toEqual([false, true])
  expect(warnings.map(({ message }) => message)).toContainEqual(expect.stringContaining('another account (did it)'))
})
