import { openEvents } from '@millrace/events/server'
import { recordChanges } from '@millrace/kit/jobs'
import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { sweepAccount } from '../server/membership/sweepLoop.ts'
import { openSegments } from '../server/openSegments.ts'
import type { SegmentPorts } from '../server/ports.ts'

/** Somebody to be made. */
export type NewPerson = { email?: string; fields?: Record<string, unknown>; tags?: string[]; at?: Date }

/** An account with people, events and segments on a house of the test's own. */
export const openWorld = async (ports: SegmentPorts = {}, timezone = 'UTC') => {
  const house: TestHouse = await testHouse()
  const account = await house.newAccount({ timezone })
  const { accountId } = account
  const people = peopleDoor(house)
  const events = openEvents(house, { people, identify: async () => undefined as never })
  const segments = openSegments(house, ports)
  await house.db.system((tx) => people.seedFields(tx, accountId))
  const upsert = (items: Parameters<typeof people.upsertPeople>[2]) =>
    house.db.system((tx) => people.upsertPeople(tx, accountId, items, { source: 'api', createFields: true }))
  const world = {
    house,
    account,
    accountId,
    segments,
    /** Makes people; answers their ids. */
    add: async (...wanted: NewPerson[]) => {
      const mark = () => Math.random().toString(36).slice(2)
      const done = await upsert(
        wanted.map(({ email = `${mark()}@acme.example`, fields = {}, tags = [], at }) => ({ email, fields, tags, at })),
      )
      return done.map(({ personId }) => personId as number)
    },
    change: (personId: number, fields: Record<string, unknown>) =>
      house.db.system((tx) => people.changeFields(tx, accountId, [{ personId, fields }])),
    tag: (personId: number, tag: string) => house.db.system((tx) => people.addTags(tx, accountId, [{ personId, tag }])),
    untag: (personId: number, tag: string) =>
      house.db.system((tx) => people.removeTags(tx, accountId, [{ personId, tag }])),
    /** Records that somebody did something. */
    did: (
      personId: number,
      name: string,
      at = house.clock.now(),
      props: Record<string, unknown> = {},
      kind: 'custom' | 'email' = 'custom',
    ) => house.db.system((tx) => events.recordEvents(tx, accountId, [{ personId, name, kind, at, props }])),
    /** Archives somebody, or brings them back. */
    archive: (personId: number, isArchived = true) =>
      house.db.system(async (tx) => {
        const at = isArchived ? house.clock.now() : null
        await tx.run('update people set archived_at = $3 where account_id = $1 and id = $2', [accountId, personId, at])
        await recordChanges(tx, house, accountId, [
          { kind: isArchived ? 'person.archived' : 'person.restored', personId },
        ])
      }),
    /** Lets everything that waits happen: builds, sweeps, changes. Answers the segment news in order. */
    settle: async () => {
      const news: { kind: string; personId: number | null; ref: number | null; isBuild: boolean }[] = []
      const listener = {
        name: 'listener',
        react: async (
          _tx: unknown,
          _accountId: number,
          changes: readonly {
            kind: string
            personId: number | null
            ref: number | null
            data: Record<string, unknown> | null
          }[],
        ) => {
          for (const { kind, personId, ref, data } of changes) {
            if (kind.startsWith('segment.')) news.push({ kind, personId, ref, isBuild: data?.isBuild === true })
          }
          return []
        },
      }
      const take = () => house.takeChanges([...(segments.reactors ?? []), listener], accountId)
      await take()
      await house.runJobs(segments.jobs ?? [])
      await take()
      await sweepAccount(house, accountId, ports.goalSql)
      await take()
      return news
    },
    /** The people stored as being in a segment. */
    members: (segmentId: number) =>
      house.db.system(async (tx) => {
        const rows = await tx.rows<{ id: number }>(
          'select person_id as id from segment_members where account_id = $1 and segment_id = $2 and left_at is null order by person_id',
          [accountId, segmentId],
        )
        return rows.map(({ id }) => id)
      }),
  }
  return world
}

/** What `openWorld` opens. */
export type World = Awaited<ReturnType<typeof openWorld>>
