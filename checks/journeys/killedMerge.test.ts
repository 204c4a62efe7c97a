import { setTimeout as rest } from 'node:timers/promises'
import { accountsContract } from '@millrace/accounts/contract'
import { eventsContract } from '@millrace/events/contract'
import { peopleContract } from '@millrace/people/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, clientOf, register, until } from '../instance/client.ts'
import { type Instance, newDataDir, removeDataDir, startInstance } from '../instance/instance.ts'

const EVENTS = 12_000
/** How long after it was asked for a merge is killed, in milliseconds. */
const MOMENTS = [30, 120, 400]
const dataDir = newDataDir()
let instance: Instance
let owner: Client
let writer: Client

beforeAll(async () => {
  instance = await startInstance({ dataDir })
  owner = await register(instance.address, 'mara@killed.example')
  writer = clientOf(instance.address, (await owner(accountsContract.accountInfo)).writeKey ?? '')
})
afterAll(async () => {
  await instance?.stop()
  removeDataDir(dataDir)
})

const tell = (events: object[]) => writer(eventsContract.ingestEvents, { body: { events } } as never)
const idOf = async (email: string) =>
  (await owner(peopleContract.findPeople, { query: { 'people[0][email]': email } } as never)).users[0]?.id ?? 0
const eventsOf = async (id: number) =>
  (await owner(peopleContract.listHoldings, { params: { id } })).holdings.find(({ what }) => what === 'events')?.count

/** Two people, one of them with many events; answers how many they have and who they are. */
const two = async (round: number) => {
  const [kept, gone] = [`kept${round}@killed.example`, `gone${round}@killed.example`]
  await tell([{ name: 'Signed up', user: { email: kept, plan: 'pro' } }])
  for (let sent = 0; sent < EVENTS; sent += 1_000)
    await tell(
      Array.from({ length: 1_000 }, () => ({ name: 'Paid', user: { email: gone, city: 'Oslo', tags: 'vip' } })),
    )
  return { kept: await idOf(kept), gone: await idOf(gone), addresses: [kept, gone] }
}

it('a merge that is killed at any moment has happened as a whole or not at all, and can be asked for again', async () => {
  const came: string[] = []
  for (const [round, moment] of MOMENTS.entries()) {
    const { kept, gone, addresses } = await two(round)
    const counted = [await eventsOf(kept), await eventsOf(gone)]
    const merge = { params: { id: kept }, body: { otherId: gone, take: [] } }
    const asked = owner(peopleContract.mergePeople, merge).catch(() => undefined)
    await rest(moment)
    await instance.kill()
    await asked
    instance = await startInstance({ dataDir, port: Number(new URL(instance.address).port) })
    const today = (await owner(peopleContract.getPerson, { params: { id: gone } })).users[0]?.id
    came.push(today === kept ? 'whole' : 'not at all')
    if (today === gone) expect([await eventsOf(kept), await eventsOf(gone)]).toEqual(counted)
    const { user } = await owner(peopleContract.mergePeople, merge)
    expect(user).toMatchObject({ id: kept, email: addresses[0], plan: 'pro', city: 'Oslo', tags: 'vip' })
    await until('all events', async () => (await eventsOf(kept)) === EVENTS + 1)
    expect(await idOf(addresses[1]!)).toBe(kept)
  }
  expect(came).toHaveLength(MOMENTS.length)
})
