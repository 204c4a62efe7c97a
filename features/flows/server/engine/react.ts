import type { Change, Reactor } from '@millrace/kit/jobs'
import type { Tx } from '@millrace/kit/server'
import { currentIds } from '@millrace/people/server'
import { type Engine, holdRunning } from './advance.ts'
import { claimOfPeople } from './claim.ts'
import { endRunsOfPeople } from './endRuns.ts'
import { enrol } from './enrol.ts'
import { Execution } from './execute.ts'
import { findTriggered, type LiveFlow, type Triggered } from './findTriggered.ts'
import { reachGoals } from './goals.ts'
import { Moves } from './moves.ts'
import { ENDED, type Token } from './token.ts'

/** Flows that are on. */
const LIVE = `select f.id as "flowId", f.version, f.activated_at as "activatedAt", a.timezone as zone
  from flows f join accounts a on a.id = f.account_id
  where f.account_id = $1 and f.status = 'on' and f.archived_at is null order by f.account_id, f.id`

/** Those of some people who are there and not archived. */
const THERE = 'select id from people where account_id = $1 and id = any($2::bigint[]) and archived_at is null'

const liveFlows = async ({ plans }: Engine, tx: Tx, accountId: number): Promise<LiveFlow[]> => {
  const rows = await tx.rows<Omit<LiveFlow, 'plan'>>(LIVE, [accountId], 'flows-live')
  const flows: LiveFlow[] = []
  for (const row of rows) flows.push({ ...row, plan: await plans.of(tx, accountId, row.flowId, row.version) })
  return flows
}

const gonePeople = (changes: readonly Change[]): number[] =>
  changes
    .filter(({ kind }) => kind === 'person.archived' || kind === 'person.erased')
    .flatMap(({ personId }) => personId ?? [])

const presentPeople = async (tx: Tx, accountId: number, ids: readonly number[]): Promise<Set<number>> => {
  if (!ids.length) return new Set()
  const rows = await tx.rows<{ id: number }>(THERE, [accountId, ids], 'flows-present')
  return new Set(rows.map(({ id }) => id))
}

/** What starts a flow for those whom it happened to, if they have become somebody else before it was seen. */
const FOLLOWED = new Set(['event', 'tag.added'])

/**
 * Those of some triggered people who are there. Whoever has become somebody else meanwhile comes in as the one they are today:
 * a visitor signs up, and a moment later says who they are.
 */
const asToday = async (tx: Tx, accountId: number, found: readonly Triggered[], present: Set<number>) => {
  const here = found.filter(({ personId }) => present.has(personId))
  const absent = found.filter(({ personId, change }) => !present.has(personId) && FOLLOWED.has(change.kind))
  if (!absent.length) return here
  const today = await currentIds(tx, accountId, [...new Set(absent.map(({ personId }) => personId))])
  const there = await presentPeople(tx, accountId, [...new Set(today.values())])
  const nameOf = (personId: number, { flow, change }: Triggered) =>
    `${flow.flowId} ${personId} ${change.kind} ${change.ref}`
  const known = new Set(here.filter(({ change }) => change.kind !== 'event').map((one) => nameOf(one.personId, one)))
  const followed = absent.flatMap((one): Triggered[] => {
    const personId = today.get(one.personId)
    const isNews = personId !== undefined && there.has(personId) && !known.has(nameOf(personId, one))
    return isNews ? [{ ...one, personId }] : []
  })
  return [...here, ...followed]
}

/** One flow: lets people in, looks at its goals, and takes those who can go on as far as they get. */
const reactInFlow = async (
  engine: Engine,
  tx: Tx,
  accountId: number,
  flowId: number,
  triggered: readonly Triggered[],
  changed: readonly number[],
): Promise<void> => {
  const running = await holdRunning(tx, accountId, flowId)
  if (!running) return
  const { house, doors, isFused } = engine
  const now = house.clock.now()
  const plan = await engine.plans.of(tx, accountId, flowId, running.version)
  const moves = new Moves(tx, house, accountId, flowId, now)
  const begun = await enrol(tx, accountId, plan, triggered, moves)
  const going = new Set<Token>(begun)
  if (plan.watches.length && (changed.length || begun.length)) {
    const known = await claimOfPeople(tx, accountId, flowId, changed)
    const reached = await reachGoals(tx, doors, accountId, plan, [...known, ...begun], moves)
    for (const token of reached) going.add(token)
  }
  const ready = [...going].filter(({ state }) => state !== ENDED)
  const context = { tx, house, doors, accountId, flowId, now, zone: running.zone, isFused }
  await new Execution(context, plan, moves).run(ready)
  await moves.flush()
}

/**
 * Lets people into flows and moves them by goals, in the transaction that takes the changes; what needs no wait happens
 * there too, so that an event and the mails that it causes are one commit.
 */
export const flowsReactor = (engine: Engine): Reactor => ({
  name: 'flows',
  react: async (tx, accountId, changes) => {
    const gone = gonePeople(changes)
    if (gone.length) await endRunsOfPeople(engine.house, tx, accountId, gone)
    const flows = await liveFlows(engine, tx, accountId)
    if (!flows.length) return undefined
    const found = await findTriggered(tx, accountId, flows, changes, engine.house.clock.now())
    const aboutPeople = [...new Set(changes.flatMap(({ personId }) => personId ?? []))]
    const withGoals = flows.some(({ plan }) => plan.watches.length > 0)
    const present = await presentPeople(
      tx,
      accountId,
      withGoals ? aboutPeople : [...new Set(found.map(({ personId }) => personId))],
    )
    const entering = new Map<number, Triggered[]>()
    for (const one of await asToday(tx, accountId, found, present)) {
      entering.set(one.flow.flowId, [...(entering.get(one.flow.flowId) ?? []), one])
    }
    for (const { flowId, plan } of flows) {
      const triggered = entering.get(flowId) ?? []
      const changed = plan.watches.length ? [...present] : []
      if (triggered.length || changed.length) await reactInFlow(engine, tx, accountId, flowId, triggered, changed)
    }
    return undefined
  },
})
