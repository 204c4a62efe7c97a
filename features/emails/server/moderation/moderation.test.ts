import { beforeAll, describe, expect, test } from 'vitest'
import { openTestEmails } from '../../testing/openTestEmails.ts'

let opened: Awaited<ReturnType<typeof openTestEmails>>
beforeAll(async () => {
  opened = await openTestEmails()
})

const admin = () => opened.server.as({ accountId: 1, memberId: 7, isAdmin: true })

const written = (html: string) => ({ editor: { type: 'preview' as const, state: null, html } })
const email = { name: 'Welcome', subject: 'Hi', fromEmail: 'mara@acme.example', ...written('<p>Hello</p>') }

/** An account that nobody has looked at yet, and its first email. */
const newcomer = async () => {
  const account = await opened.house.newAccount({ name: `Newcomer ${Math.random()}` })
  const { accountId } = account
  await opened.house.db.system((tx) => tx.run('update accounts set is_approved = false where id = $1', [accountId]))
  const client = opened.server.as(account)
  const made = (await client.call('createEmail', { body: email })).email
  return { account, accountId, client, emailId: made.id, made }
}

const hold = (accountId: number, emailId: number) =>
  opened.house.db.system((tx) =>
    tx.run(
      `insert into sends (account_id, reason_at, reason_kind, reason_key, person_id, email_id, lane, due_at, created_at, state, why, held_since)
       values ($1, $3, 'flow', 'k', 1, $2, 1, $3, $3, 'held', 'email not approved', $3)`,
      [accountId, emailId, opened.house.clock.now()],
    ),
  )

const complianceOf = async ({ client, emailId }: Awaited<ReturnType<typeof newcomer>>) =>
  (await client.call('getEmail', { params: { id: emailId } })).email.canSpamCompliance

describe('emails of an account that nobody has looked at', () => {
  test('wait for a look, and are listed with the mail that waits for them', async () => {
    const one = await newcomer()
    expect(one.made.canSpamCompliance).toBe('pending')
    await hold(one.accountId, one.emailId)
    const { rows, total } = await admin().call('listModeration', { query: { search: 'newcomer' } })
    expect(rows.find(({ id }) => id === one.accountId)).toMatchObject({ pending: 1, held: 1, approved: false })
    expect(total).toBe(rows.length)
    const emails = await admin().call('listModeratedEmails', { params: { id: one.accountId }, query: {} })
    expect(emails).toMatchObject({ total: 1, rows: [{ id: one.emailId, held: 1, canSpamCompliance: 'pending' }] })
    expect(emails.rows[0]?.html).toContain('Hello')
  })

  test('leave once one is approved, and wait again when they are written anew', async () => {
    const one = await newcomer()
    const params = { id: one.accountId, emailId: one.emailId }
    const body = { canSpamCompliance: 'manually_approved' as const, version: one.made.version }
    const answer = await admin().call('moderateEmail', { params, body })
    expect(answer.email).toMatchObject({ id: one.emailId, canSpamCompliance: 'manually_approved' })
    expect(await complianceOf(one)).toBe('manually_approved')
    await one.client.call('updateEmail', { params: { id: one.emailId }, body: written('<p>Buy pills</p>') })
    expect(await complianceOf(one)).toBe('pending')
    expect((await admin().send('moderateEmail', { params, body })).status).toBe(409)
  })

  test('are all let go where the account is trusted, now and later', async () => {
    const one = await newcomer()
    const second = (await one.client.call('createEmail', { body: email })).email
    const params = { id: one.accountId, emailId: one.emailId }
    const body = { canSpamCompliance: 'manually_approved' as const, approveAccount: true, reason: 'A bakery.' }
    await admin().call('moderateEmail', { params, body })
    const reads = async (id: number) => (await one.client.call('getEmail', { params: { id } })).email.canSpamCompliance
    expect(await reads(second.id)).toBe('approved')
    expect((await one.client.call('createEmail', { body: email })).email.canSpamCompliance).toBe('approved')
    const { rows } = await admin().call('listModeration', { query: { search: 'newcomer' } })
    expect(rows.some(({ id }) => id === one.accountId)).toBe(false)
    const acts = await opened.house.db.system((tx) =>
      tx.rows('select member_id, act, data from admin_acts where account_id = $1', [one.accountId]),
    )
    expect(acts).toEqual([
      {
        member_id: 7,
        act: 'email looked at',
        data: expect.objectContaining({ emailId: one.emailId, isTrusted: true, reason: 'A bakery.' }),
      },
    ])
  })
})

test('a refused email of any account waits for another look when it is written anew', async () => {
  const account = await opened.house.newAccount()
  const client = opened.server.as(account)
  const made = (await client.call('createEmail', { body: email })).email
  expect(made.canSpamCompliance).toBe('approved')
  const params = { id: account.accountId, emailId: made.id }
  await admin().call('moderateEmail', { params, body: { canSpamCompliance: 'rejected' } })
  const { rows } = await admin().call('listModeratedEmails', { params, query: { all: 'true' } })
  expect(rows.map((row) => row.canSpamCompliance)).toEqual(['rejected'])
  const { email: saved } = await client.call('updateEmail', {
    params: { id: made.id },
    body: written('<p>Mended</p>'),
  })
  expect(saved.canSpamCompliance).toBe('pending')
})

describe('an email that is refused', () => {
  const refuse = (one: Awaited<ReturnType<typeof newcomer>>, reason?: string) =>
    admin().call('moderateEmail', {
      params: { id: one.accountId, emailId: one.emailId },
      body: { canSpamCompliance: 'rejected', ...(reason !== undefined && { reason }) },
    })
  const toldOf = ({ accountId }: { accountId: number }) => opened.told.filter((mail) => mail.accountId === accountId)
  const emailOf = async ({ client, emailId }: Awaited<ReturnType<typeof newcomer>>) =>
    (await client.call('getEmail', { params: { id: emailId } })).email

  test('says why to those who write it, and to its owner by mail, once', async () => {
    const one = await newcomer()
    await hold(one.accountId, one.emailId)
    await refuse(one, 'It promises <b>pills</b>.')
    await refuse(one, 'It promises <b>pills</b>.')
    expect(await emailOf(one)).toMatchObject({ canSpamCompliance: 'rejected', refusedWhy: 'It promises <b>pills</b>.' })
    const { emails } = await one.client.call('listEmails', { query: {} })
    expect(emails).toMatchObject([{ refusedWhy: 'It promises <b>pills</b>.' }])
    const { email: owner } = (await opened.house.db.system((tx) =>
      tx.one<{ email: string }>('select email from members where id = $1', [one.account.memberId]),
    ))!
    expect(toldOf(one)).toEqual([
      {
        ...{ accountId: one.accountId, to: owner, subject: '“Welcome” may not be sent' },
        ...{ text: expect.any(String), html: expect.any(String) },
      },
    ])
    expect(toldOf(one)[0]?.text).toContain('Reason: It promises <b>pills</b>.')
    expect(toldOf(one)[0]?.text).toContain('The mail that waited for it was ended.')
    expect(toldOf(one)[0]?.text).toContain(`/emails/${one.emailId}`)
  })

  test('says it in a mail with a button to the email, and what was said is no HTML there', async () => {
    const one = await newcomer()
    await refuse(one, 'It promises <b>pills</b>.\r\nAnd <i>more</i>.')
    const [mail] = toldOf(one)
    const address = `${opened.house.publicUrl}/emails/${one.emailId}`
    expect(mail?.html).toMatch(new RegExp(`<a href="${address}" [^>]*>Open the email</a>`))
    expect(mail?.html).not.toMatch(/<[bi]>/)
    expect(mail?.html).toContain('>Reason: It promises &#60;b&#62;pills&#60;/b&#62;.</p>')
    expect(mail?.html).toContain('>And &#60;i&#62;more&#60;/i&#62;.</p>')
    expect(mail?.text).toContain(`Open the email: ${address}`)
  })

  test('says it no more once it is written anew or approved, and may be refused without a word', async () => {
    const one = await newcomer()
    await refuse(one, 'Pills.')
    await one.client.call('updateEmail', { params: { id: one.emailId }, body: written('<p>Bread</p>') })
    expect(await emailOf(one)).toMatchObject({ canSpamCompliance: 'pending', refusedWhy: '' })
    await refuse(one)
    expect(await emailOf(one)).toMatchObject({ canSpamCompliance: 'rejected', refusedWhy: '' })
    expect(toldOf(one).map(({ text }) => text.includes('Reason'))).toEqual([true, false])
    const params = { id: one.accountId, emailId: one.emailId }
    await refuse(one, 'Pills again.')
    await admin().call('moderateEmail', {
      params,
      body: { canSpamCompliance: 'approved', reason: 'A mistake of ours.' },
    })
    expect(await emailOf(one)).toMatchObject({ canSpamCompliance: 'approved', refusedWhy: '' })
  })

  test('is told to nobody of another account', async () => {
    const one = await newcomer()
    const other = await newcomer()
    await refuse(one, 'Pills.')
    expect((await other.client.send('getEmail', { params: { id: one.emailId } })).status).toBe(404)
    expect(toldOf(other)).toEqual([])
  })
})

describe('what waits is listed page by page', () => {
  const walk = async <Row extends { id: number }>(
    page: (cursor?: string) => Promise<{ rows: Row[]; total: number; next: string | null }>,
  ) => {
    const ids: number[] = []
    let next: string | null | undefined
    do {
      const answer = await page(next ?? undefined)
      ids.push(...answer.rows.map(({ id }) => id))
      next = answer.next
    } while (next)
    return ids
  }

  test('accounts whose mail waits first, then who has waited longest, each once', async () => {
    const search = `Paged ${Math.random()}`
    const made: Awaited<ReturnType<typeof newcomer>>[] = []
    for (const at of [0, 1, 2, 3, 4]) {
      const one = await newcomer()
      await opened.house.db.system((tx) =>
        tx.run('update accounts set name = $2 where id = $1', [one.accountId, search]),
      )
      // Two of them at the same moment.
      await opened.house.db.system((tx) =>
        tx.run('update emails set updated_at = $2 where account_id = $1', [
          one.accountId,
          new Date(Math.min(at, 3) * 1000),
        ]),
      )
      made.push(one)
    }
    await hold(made[3]!.accountId, made[3]!.emailId)
    const page = (cursor?: string) =>
      admin().call('listModeration', { query: { search, limit: 2, ...(cursor && { cursor }) } })
    const inOrder = [3, 0, 1, 2, 4].map((at) => made[at]!.accountId)
    expect(await walk(page)).toEqual(inOrder)
    expect((await page()).total).toBe(5)
    expect((await page((await page()).next!)).total).toBe(5)
  })

  test('and an account’s emails, those that wait first', async () => {
    const one = await newcomer()
    const ids = [one.emailId]
    for (let more = 0; more < 4; more += 1) ids.push((await one.client.call('createEmail', { body: email })).email.id)
    const params = { id: one.accountId }
    await admin().call('moderateEmail', {
      params: { ...params, emailId: ids[1]! },
      body: { canSpamCompliance: 'manually_approved' },
    })
    const page = (all: 'true' | 'false') => (cursor?: string) =>
      admin().call('listModeratedEmails', { params, query: { all, limit: 2, ...(cursor && { cursor }) } })
    expect(await walk(page('false'))).toEqual([ids[0], ids[2], ids[3], ids[4]])
    expect(await walk(page('true'))).toEqual([ids[0], ids[2], ids[3], ids[4], ids[1]])
  })

  test('behind a cursor that the list gave', async () => {
    const send = (cursor: string) => admin().send('listModeration', { query: { cursor } })
    expect((await send('odd')).status).toBe(400)
    const notTime = Buffer.from(JSON.stringify(['now(); drop', 1, 1])).toString('base64url')
    expect((await send(notTime)).status).toBe(400)
  })
})

test('an email is looked at where it belongs, by administrators, with a word that there is', async () => {
  const one = await newcomer()
  const other = await newcomer()
  const body = { canSpamCompliance: 'rejected' as const }
  const send = (params: { id: number; emailId: number }, more: object = {}) =>
    admin().send('moderateEmail', { params, body: { ...body, ...more } as never })
  expect((await send({ id: other.accountId, emailId: one.emailId })).status).toBe(404)
  expect((await send({ id: one.accountId, emailId: one.emailId }, { canSpamCompliance: 'fine' })).status).toBe(400)
  const params = { id: one.accountId, emailId: one.emailId }
  expect((await one.client.send('moderateEmail', { params, body })).status).toBe(403)
  expect((await one.client.send('listModeration', { query: {} })).status).toBe(403)
})
