import { callServer, type TestServer } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { deliveryContract } from '../../contract/index.ts'
import { openWorld, type SendingAccount, sendingAccount, sendMails, type World } from '../../testing/index.ts'

let world: World
let server: TestServer<typeof deliveryContract>

beforeAll(async () => {
  world = await openWorld()
  server = (await callServer(world.delivery)) as never
})
afterAll(() => world.close())

const sent = async (people = 2): Promise<SendingAccount> => {
  const account = await sendingAccount(world, { people })
  await sendMails(world, account, { flowId: 3, stepId: 4 })
  return account
}

const makeUncertain = ({ accountId }: SendingAccount) =>
  world.house.db.system((tx) =>
    tx.run(`update sends set state = 'uncertain', attempted_at = now() where account_id = $1`, [accountId]),
  )

describe('the list of mails', () => {
  it('shows where each stands, by person and state', async () => {
    const account = await sent()
    const client = server.as(account)
    const { sends, mayResolve } = await client.call('listSends', { query: {} })
    expect(mayResolve).toBe(true)
    expect(sends).toHaveLength(2)
    expect(sends[0]).toMatchObject({
      state: 'delivered',
      emailId: account.emailId,
      emailName: 'Welcome',
      flowId: 3,
      isTransactional: false,
      attempts: 1,
    })
    const personId = account.personIds[0] ?? 0
    expect((await client.call('listSends', { query: { personId } })).sends).toHaveLength(1)
    expect((await client.call('listSends', { query: { state: 'uncertain' } })).sends).toEqual([])
    const other = server.as(await world.house.newAccount())
    expect((await other.call('listSends', { query: { personId } })).sends).toEqual([])
    expect((await server.nobody.send('listSends', { query: {} })).status).toBe(401)
  })
})

describe('an uncertain mail', () => {
  it.each([
    ['accepted', 'accepted'],
    ['failed', 'failed'],
    ['again', 'planned'],
  ] as const)('is settled as %s', async (as, state) => {
    const account = await sent(1)
    await makeUncertain(account)
    const client = server.as(account)
    const { sends } = await client.call('listSends', { query: { state: 'uncertain' } })
    const input = { params: { id: sends[0]?.id ?? 0 }, body: { at: sends[0]?.at ?? '', as } }
    expect((await client.call('resolveSend', input)).send.state).toBe(state)
    expect((await client.send('resolveSend', input)).status).toBe(409)
  })

  it('is not to be settled by strangers, without the permission, or with nonsense', async () => {
    const account = await sent(1)
    await makeUncertain(account)
    const { sends } = await server.as(account).call('listSends', { query: {} })
    const input = { params: { id: sends[0]?.id ?? 0 }, body: { at: sends[0]?.at ?? '', as: 'failed' as const } }
    expect((await server.as(await world.house.newAccount()).send('resolveSend', input)).status).toBe(404)
    const weak = server.as({ accountId: account.accountId, scopes: ['emails:read'] })
    expect((await weak.send('resolveSend', input)).status).toBe(403)
    const bad = { ...input, body: { at: 'yesterday', as: 'failed' as const } }
    expect((await server.as(account).send('resolveSend', bad)).status).toBe(400)
  })
})
