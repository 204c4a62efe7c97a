import { callServer, type TestServer } from '@millrace/kit/testing'
import type { preferencesContract } from '@millrace/preferences/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { deliveryContract } from '../../contract/index.ts'
import { openWorld, sendingAccount, sendMails, type World } from '../../testing/index.ts'

let world: World
let server: TestServer<typeof preferencesContract>
let mailbox: TestServer<typeof deliveryContract>

beforeAll(async () => {
  world = await openWorld()
  server = (await callServer(world.preferences)) as never
  mailbox = (await callServer(world.delivery)) as never
})
afterAll(() => world.close())

const HTML = '<html><body><a href="{{ preferences_url }}">Choose</a></body></html>'
const COLLEAGUE = 'colleague@acme.example'

const newStory = async () => {
  const account = await sendingAccount(world, { html: HTML })
  const { accountId } = account
  let count = 0
  const send = async (toAddress?: string) => {
    const key = { reasonKey: `mail ${++count}`, ...(toAddress && { toAddress }) }
    await sendMails(world, account, { flowId: 1, stepId: 1, ...key })
    // What became of this mail.
    return world.house.db.system((tx) =>
      tx.one<{ state: string; why: string | null }>(
        'select state, why from sends where account_id = $1 and reason_key = $2',
        [accountId, key.reasonKey],
      ),
    )
  }
  const tokenIn = async (to: string) => {
    const admin = mailbox.as({ accountId: 1, isAdmin: true })
    const { mails } = await admin.call('listMailbox', { query: { q: to } })
    const { mail } = await admin.call('getMailboxMail', { params: { id: Math.max(...mails.map(({ id }) => id)) } })
    return /List-Unsubscribe: <\S+\/u\/([^>]+)>/i.exec(mail.source ?? '')?.[1] ?? ''
  }
  return { accountId, send, tokenIn }
}

describe('the way out of a mail to somebody else', () => {
  it('is about that address: the person goes on getting mail', async () => {
    const { accountId, send, tokenIn } = await newStory()
    expect((await send(COLLEAGUE))?.state).toBe('delivered')
    const token = await tokenIn(COLLEAGUE)
    const page = await server.nobody.call('getPreferences', { query: { token } })
    expect(page).toMatchObject({ email: 'c•••@acme.example', personUnsubscribed: false, categories: [] })
    await server.fastify.inject({ url: `/u/${token}` })
    expect((await send(COLLEAGUE))?.state).toBe('delivered')
    const post = await server.fastify.inject({
      method: 'POST',
      url: `/u/${token}`,
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(post.statusCode).toBe(200)
    expect(await send(COLLEAGUE)).toMatchObject({ state: 'skipped', why: 'unsubscribed' })
    expect((await send())?.state).toBe('delivered')
    const list = await server.as({ accountId, isOwner: true }).call('listSuppressions', { query: {} })
    expect(list.suppressions).toMatchObject([{ address: COLLEAGUE, reason: 'unsubscribed', source: 'page' }])
    expect((await server.nobody.call('subscribeAgain', { query: { token } })).personUnsubscribed).toBe(false)
    expect((await send(COLLEAGUE))?.state).toBe('delivered')
  })

  it('is about the person where the mail went to their own address', async () => {
    const { send, tokenIn } = await newStory()
    await send('P0@example.org')
    const token = await tokenIn('P0@example.org')
    expect((await server.nobody.call('unsubscribeFromAll', { query: { token } })).personUnsubscribed).toBe(true)
    expect(await send()).toMatchObject({ state: 'skipped', why: 'unsubscribed' })
  })
})
