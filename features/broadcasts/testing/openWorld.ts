import { openRelayedWorld, type RelayedOptions, sendingAccount } from '@millrace/delivery/testing'
import { callServer } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { ensureAutoSegments, openSegments } from '@millrace/segments/server'
import { openBroadcasts } from '../server/index.ts'

/** The segment of all people, which every account has. */
export const EVERYBODY = 2

/** Whether the audience of any broadcast is still to be frozen. */
const FREEZING = `/* across accounts: whatever the test made */ select 1 as yes from broadcasts b where b.status = 'sending' and b.frozen_at is null limit 1`

/** Broadcasts over real delivery, people and segments, on a test's house, with a receiver of the mail. The test closes it. */
export const openWorld = async (options: RelayedOptions = {}) => {
  const mail = await openRelayedWorld(options)
  const { house, delivery } = mail
  const segments = openSegments(house)
  const { queueExport } = peopleDoor(house)
  const broadcasts = openBroadcasts(house, { delivery, peopleOfSegment: segments.peopleOfSegment, queueExport })
  const server = await callServer(broadcasts)
  const loop = broadcasts.loops?.[0]
  const work = async () => {
    for (let turns = 0; turns < 100; turns++) {
      const waiting = await house.db.system((tx) => tx.one(FREEZING))
      if (waiting) await house.runJobs(broadcasts.jobs ?? [])
      const next = await loop?.work(new Set([0]))
      await mail.sendAll()
      if (next !== 'more') return next
    }
    throw new Error('Broadcasts do not come to rest.')
  }
  return {
    mail,
    receiver: mail.receiver,
    close: mail.close,
    house,
    server,
    peopleOfSegment: segments.peopleOfSegment,
    /** Freezes, plans and sends until nothing is left to do now; answers when something is next. */
    work,
    /** Lets time pass until the next thing that broadcasts wait for, and does it; as often as told. */
    pass: async (ms: number) => {
      house.clock.advance(ms)
      await work()
      // Whoever looked at mail on its way looks again when it has left.
      house.clock.advance(1_000)
      return work()
    },
  }
}

/** Broadcasts of a test. */
export type World = Awaited<ReturnType<typeof openWorld>>

/** An account that can send, with people, an email and a client of the calls. */
export const broadcastingAccount = async (world: World, wanted: Parameters<typeof sendingAccount>[1] = {}) => {
  const account = await sendingAccount(world.mail, { people: 10, ...wanted })
  const { accountId } = account
  await world.house.db.system((tx) => ensureAutoSegments(tx, world.house, accountId))
  const client = world.server.as(account)
  type Patch = NonNullable<Parameters<typeof client.call<'updateBroadcast'>>[1]['body']>
  const own = {
    ...account,
    client,
    /** A draft to everybody with the account's email. */
    draft: async (patch: Patch = {}) => {
      const { item } = await client.call('createBroadcast', { body: { name: 'News' } })
      const audience = { type: 'segment' as const, segmentId: EVERYBODY }
      const body = { emailId: account.emailId, audience, ...patch }
      return (await client.call('updateBroadcast', { params: { id: item.id }, body })).item
    },
    get: async (id: number) => (await client.call('getBroadcast', { params: { id } })).item,
    send: async (id: number) => (await client.call('sendBroadcast', { params: { id } })).item,
    results: async (id: number) => (await client.call('broadcastResults', { params: { id } })).results,
    /** The mails of a broadcast in the ledger. */
    mails: (id: number) =>
      world.house.db.system((tx) =>
        tx.rows<{ personId: number; state: string; variantId: number; emailId: number; subject: string | null }>(
          `select s.person_id as "personId", s.state, s.variant_id as "variantId", s.email_id as "emailId", s.subject from sends s
           where s.account_id = $1 and s.broadcast_id = $2 order by s.account_id, s.person_id`,
          [accountId, id],
        ),
      ),
    /** Lets people have opened, or clicked in, mails of a broadcast. */
    read: (id: number, personIds: readonly number[], what: 'opened_at' | 'clicked_at' = 'opened_at') =>
      world.house.db.system((tx) =>
        tx.run(
          `update sends set ${what} = $3 where account_id = $1 and broadcast_id = $2 and person_id = any($4::bigint[])`,
          [accountId, id, world.house.clock.now(), personIds],
        ),
      ),
    unsubscribe: (personIds: readonly number[]) =>
      world.house.db.system((tx) =>
        tx.run('update people set unsubscribed_at = $2 where account_id = $1 and id = any($3::bigint[])', [
          accountId,
          world.house.clock.now(),
          personIds,
        ]),
      ),
  }
  return own
}
