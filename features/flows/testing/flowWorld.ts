import { type NewChange, recordChanges, takeChanges as take } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import { callServer, type TestAccount, type TestHouse } from '@millrace/kit/testing'
import { COMPANY } from '@millrace/objects/contract'
import { type ObjectItem, objectsDoor } from '@millrace/objects/server'
import { peopleDoor } from '@millrace/people/server'
import type { Condition, Conditions } from '@millrace/segments/contract'
import { createSegment, openSegments } from '@millrace/segments/server'
import { OF_PEOPLE } from '../contract/index.ts'
import type { FlowDoors } from '../server/doors.ts'
import { Advancing, advanceFlow, type Engine } from '../server/engine/advance.ts'
import { PlanCache } from '../server/engine/planCache.ts'
import { flowsReactor } from '../server/engine/react.ts'
import { goalSql, openDoors, openFlows } from '../server/index.ts'
import { Schedules } from '../server/schedules/schedulesLoop.ts'
import { schedulesReactor } from '../server/schedules/schedulesReactor.ts'
import type { DrawnLink, DrawnStep } from './drawn.ts'

/** People's and events' rows as tests write them. */
const INSERT_PERSON = `insert into people (account_id, email, fields, timezone, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $5) returning id`
const EVENT_NAME = `insert into event_names (account_id, name, created_at, kind) values ($1, $2, $3, $4)
  on conflict (account_id, kind, name) do update set last_seen_at = excluded.created_at returning id`
const INSERT_EVENT = `insert into events (account_id, person_id, name_id, created_at, props) values ($1, $2, $3, $4, $5) returning id`
const INSERT_EMAIL = `insert into emails (account_id, id, name, created_at, updated_at) overriding system value
  values ($1, $2, $4, $3, $3)`
const INSERT_EMAIL_VERSION = `insert into email_versions (account_id, email_id, version, from_email, created_at, updated_at)
  values ($1, $2, 1, $4, $3, $3)`

type NewPerson = { email?: string; fields?: Record<string, unknown>; timezone?: string }

let people = 0

/** A house with flows on it, and what tests do to people there. `doors` replaces some of the real ones. */
export const openFlowWorld = async (
  house: TestHouse,
  wanted: { timezone?: string } = {},
  doors: Partial<FlowDoors> = {},
) => {
  const account: TestAccount = await house.newAccount(wanted)
  const all: FlowDoors = {
    ...openDoors(house),
    isSendable: async (_tx, _account, address) => !/unverified/.test(address),
    ...doors,
  }
  const { reactors: keepSegments = [], jobs: buildJobs = [] } = openSegments(house, { goalSql })
  const segments = { reactors: keepSegments }
  const engine: Engine = { house, doors: all, plans: new PlanCache() }
  const reactors = [schedulesReactor(house), flowsReactor(engine)]
  const server = await callServer(openFlows(house, all))
  const client = server.as(account)
  const { accountId } = account
  const system = <T>(work: (tx: Tx) => Promise<T>) => house.db.system(work)
  const change = (changes: NewChange[]) => system((tx) => recordChanges(tx, house, accountId, changes))

  const saveObject = (item: ObjectItem, objectName = COMPANY) =>
    system(async (tx) => {
      const options = { source: 'api', createFields: true }
      const [saved] = await objectsDoor(house).upsertObjects(tx, accountId, objectName, [item], options)
      return saved!.objectId
    })

  /** Draws a flow, of people unless told, and answers the ids of its steps by name. */
  const draw = async (
    steps: Record<string, DrawnStep>,
    links: DrawnLink[],
    data: object = {},
    objectType = OF_PEOPLE,
  ) => {
    const { integration } = await client.call('createFlow', { query: {}, body: { name: 'Drawn', objectType } })
    const ids: Record<string, number> = {}
    for (const [name, [operationKey, values]] of Object.entries(steps)) {
      const body = { integrationId: integration.id, operationKey, ...(values && { inputFields: { values } }) }
      ids[name] = (await client.call('createStep', { body })).step.id
    }
    for (const [source, target, condition] of links)
      await client.call('createLink', {
        body: { source: ids[source]!, target: ids[target]!, data: { condition: condition || null } },
      })
    if (Object.keys(data).length) await client.call('updateFlow', { params: { id: integration.id }, body: { data } })
    return { flowId: integration.id, ids }
  }

  const segmentOf = async (objectName: string, name: string, ...conditions: Condition[]) => {
    const body = { name, conditions: { type: 'group', operator: 'and', conditions } as Conditions, objectName }
    // An account has companies from the first time that somebody asks for them.
    await system((tx) => all.kindNamed(tx, accountId, objectName))
    return (await createSegment(house, accountId, body as never)).id
  }

  const switchTo = (flowId: number, status: 'on' | 'deactivated-user') =>
    client.call('updateFlow', { params: { id: flowId }, body: { status } })

  return {
    house,
    account,
    accountId,
    engine,
    server,
    client,
    draw,
    switchOn: (flowId: number) => switchTo(flowId, 'on'),
    switchOff: (flowId: number) => switchTo(flowId, 'deactivated-user'),
    change,
    person: async ({ email = `person${++people}@example.com`, fields = {}, timezone }: NewPerson = {}) =>
      (await system((tx) =>
        tx.one<{ id: number }>(INSERT_PERSON, [
          accountId,
          email,
          JSON.stringify(fields),
          timezone ?? null,
          house.clock.now(),
        ]),
      ))!.id,
    /** Makes an object, a company unless told; answers its id. */
    object: (fields: Record<string, unknown>, objectName?: string) => saveObject({ fields }, objectName),
    /** Changes fields of an object, a company unless told. */
    changeObject: (id: number, fields: Record<string, unknown>, objectName?: string) =>
      saveObject({ id, fields }, objectName),
    /** An email that may be sent. */
    email: (id: number, from = 'mara@acme.example') =>
      system(async (tx) => {
        const values = [accountId, id, house.clock.now()]
        await tx.run(INSERT_EMAIL, [...values, `Email ${id}`])
        await tx.run(INSERT_EMAIL_VERSION, [...values, from])
      }),
    tags: (...names: string[]) => system((tx) => peopleDoor(house).tagIds(tx, accountId, names)),
    /** Records an event as ingest does. */
    event: (
      personId: number,
      name: string,
      props: Record<string, unknown> = {},
      at = house.clock.now(),
      kind = 'custom',
    ) =>
      system(async (tx) => {
        const named = await tx.one<{ id: number }>(EVENT_NAME, [accountId, name, house.clock.now(), kind])
        const row = await tx.one<{ id: number }>(INSERT_EVENT, [
          accountId,
          personId,
          named!.id,
          at,
          JSON.stringify(props),
        ])
        const data = { eventId: row!.id, at: at.toISOString() }
        await recordChanges(tx, house, accountId, [{ kind: 'event', personId, ref: named!.id, data }])
      }),
    /** Shows waiting changes to the flows, one transaction. */
    takeBatch: () => take(house.db, house.clock, reactors, accountId),
    takeChanges: () => house.takeChanges(reactors, accountId),
    /** The same with segments that are kept: what their reactor finds, flows see. */
    takeChangesWithSegments: () => house.takeChanges([...segments.reactors, ...reactors], accountId),
    takeBatchWithSegments: () => take(house.db, house.clock, [...segments.reactors, ...reactors], accountId),
    /** A segment of those who meet conditions; nobody is in it yet. */
    segment: (name: string, ...conditions: Condition[]) => segmentOf(OF_PEOPLE, name, ...conditions),
    /** The same of objects of a kind. */
    segmentOf,
    /** Works out who is in new segments. */
    buildSegments: () => house.runJobs(buildJobs),
    /** Moves everybody in a flow whose time has come. */
    advance: async (flowId: number, most?: number) => {
      let all = 0
      for (;;) {
        const moved = await advanceFlow(engine, accountId, flowId, most)
        if (!moved) return all
        all += moved
      }
    },
    /** Moves one batch of them. */
    advanceBatch: (flowId: number, most?: number) => advanceFlow(engine, accountId, flowId, most),
    loop: () => new Advancing(engine).loop(),
    /** The loop that lets people in by the clock. */
    schedules: () => new Schedules(house).loop(),
    system,
    rows: <R extends object>(sql: string, values: unknown[] = []) =>
      system((tx) => tx.rows<R>(sql, [accountId, ...values])),
  }
}

/** What `openFlowWorld` gives. */
export type FlowWorld = Awaited<ReturnType<typeof openFlowWorld>>
