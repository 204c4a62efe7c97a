import { becauseOf, type Cause, type Change, causeOf, type Reactor, subjectOf } from '@millrace/kit/jobs'
import { isPassing, type Tx, together } from '@millrace/kit/server'
import { currentIds } from '@millrace/people/server'
import { type Engine, holdRunning } from './advance.ts'
import { claimOfPeople } from './claim.ts'
import { endRunsOfPeople } from './endRuns.ts'
import { enrol } from './enrol.ts'
import { Execution } from './execute.ts'
import { findTriggered, type LiveFlow, type Triggered } from './findTriggered.ts'
import { forgetObjects } from './forgetObjects.ts'
import { reachGoals } from './goals.ts'
import { behindSavepoint, ENOUGH_ALIKE, reasonOf } from './guarded.ts'
import { Moves } from './moves.ts'
import { about, among, concernedIn, concernedInFlows, type News, peopleOf } from './news.ts'
import type { PlanWatch } from './plan.ts'
import { ENDED, type Token } from './token.ts'
import { noteTrouble, type Trouble } from './troubles.ts'

/** Flows that are on. */
const LIVE = `select f.id as "flowId", f.version, f.activated_at as "activatedAt", a.timezone as zone, f.kind_id as "kindId"
  from flows f join accounts a on a.id = f.account_id
  where f.account_id = $1 and f.status = 'on' and f.archived_at is null order by f.account_id, f.id`

/** Those of some people who are there and not archived. */
const THERE = 'select id from people where account_id = $1 and id = any($2::bigint[]) and archived_at is null'

/** Those of some objects that are there and not archived, by the negatives of their ids. */
const OBJECTS_THERE =
  'select -id as id from objects where account_id = $1 and id = any($2::bigint[]) and archived_at is null'

type Note = (flowId: number, trouble: Trouble) => Promise<void>

/** So few changes are somebody's doing just now: what they may need is asked at once. Of more, only what they do need. */
const FEW = 100

/** The flows that are on and can be read, compiled. One that cannot be read keeps nobody else waiting. */
const liveFlows = async ({ plans }: Engine, tx: Tx, accountId: number, note: Note): Promise<LiveFlow[]> => {
  const rows = await tx.rows<Omit<LiveFlow, 'plan'>>(LIVE, [accountId], 'flows-live')
  const flows: LiveFlow[] = []
  for (const row of rows) {
    try {
      flows.push({ ...row, plan: await plans.of(tx, accountId, row.flowId, row.version) })
    } catch (error) {
      if (isPassing(error)) throw error
      await note(row.flowId, { code: 'unreadable', reason: String((error as Error).message), people: 0 })
    }
  }
  return flows
}

const GONE = new Set(['person.archived', 'person.erased', 'object.archived', 'object.erased'])

const goneSubjects = (changes: readonly Change[], of: (kind: string) => boolean): number[] =>
  changes.filter(({ kind }) => of(kind)).flatMap((change) => subjectOf(change) ?? [])

/** All whom few changes are about: most of them will be asked about, and nobody needs to wait for that then. */
const subjectsOfFew = (changes: readonly Change[]): number[] =>
  changes.length > FEW ? [] : [...new Set(changes.flatMap((change) => subjectOf(change) ?? []))]

const presentPeople = async (tx: Tx, accountId: number, ids: readonly number[]): Promise<Set<number>> => {
  const people = ids.filter((id) => id > 0)
  const objects = ids.filter((id) => id < 0).map((id) => -id)
  const rows = people.length ? await tx.rows<{ id: number }>(THERE, [accountId, people], 'flows-present') : []
  if (objects.length)
    rows.push(...(await tx.rows<{ id: number }>(OBJECTS_THERE, [accountId, objects], 'flows-present-objects')))
  return new Set(rows.map(({ id }) => id))
}

/** What starts a flow for those whom it happened to, if they have become somebody else before it was seen. */
const FOLLOWED = new Set(['event', 'tag.added', 'webhook.received'])

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
const reactInFlow = async (engine: Engine, tx: Tx, accountId: number, flowId: number, news: News): Promise<void> => {
  const { house, doors, isFused } = engine
  const now = house.clock.now()
  const moves = new Moves(tx, house, accountId, flowId, now)
  const [running] = await together([
    holdRunning(tx, accountId, flowId),
    // Where few come, more of them enter than not, and they need not wait for their ids then.
    moves.reserve(news.triggered.length > FEW ? 0 : news.triggered.length),
  ])
  if (!running) return
  const plan = await engine.plans.of(tx, accountId, flowId, running.version)
  const begun = await enrol(tx, accountId, plan, news.triggered, moves)
  const going = new Set<Token>(begun)
  const concerned = concernedIn(news)
  if (plan.watches.length && (concerned.length || begun.length)) {
    const known = concerned.length ? await claimOfPeople(tx, accountId, flowId, concerned) : []
    // Where the flow was edited since the changes were held against it, everybody whom they concern is looked at.
    const all = new Set(concerned)
    const isNews = (watch: PlanWatch, token: Token) =>
      going.has(token) || (news.concerned.get(watch) ?? all).has(token.personId)
    const reached = await reachGoals(tx, doors, accountId, plan, [...known, ...begun], moves, isNews)
    for (const token of reached) going.add(token)
  }
  const ready = [...going].filter(({ state }) => state !== ENDED)
  const context = { tx, house, doors, accountId, flowId, now, zone: running.zone, held: running.held, isFused }
  const cause = (personId: number) => ({ flowId, depth: (news.causes.get(personId)?.depth ?? 0) + 1 })
  await becauseOf(tx, cause, async () => {
    await new Execution(context, plan, moves).run(ready)
    await moves.flush()
  })
}

/** The same; where that fails, finds out by halves for whom, so that neither the others nor other flows are held up. */
const tryInFlow = async (
  engine: Engine,
  tx: Tx,
  accountId: number,
  flowId: number,
  news: News,
  tries: { alike: Map<string, number>; passed: boolean },
  note: Note,
): Promise<void> => {
  let reason = ''
  const onError = (err: unknown) => {
    reason = reasonOf(err)
    engine.house.log.warn({ err, accountId, flowId, people: peopleOf(news).length }, 'people could not be moved')
  }
  const done = await behindSavepoint(
    tx,
    'flow',
    async () => {
      await reactInFlow(engine, tx, accountId, flowId, news)
      return true
    },
    onError,
  )
  if (done) {
    tries.passed = true
    return
  }
  const people = peopleOf(news)
  const alike = tries.alike.get(reason) ?? 0
  if (people.length === 1) tries.alike.set(reason, alike + 1)
  if (people.length === 1 || (!tries.passed && alike >= ENOUGH_ALIKE)) {
    await note(flowId, { code: 'not-entered', reason, people: people.length, personId: people[0] })
    return
  }
  const middle = Math.ceil(people.length / 2)
  for (const half of [people.slice(0, middle), people.slice(middle)])
    await tryInFlow(engine, tx, accountId, flowId, about(news, new Set(half)), tries, note)
}

/** So many flows after what somebody did outside, what they cause lets nobody in any more. */
export const DEEPEST = 20
const ENDLESS = 'This flow starts itself again and again, through tags, fields or segments that its steps change.'

/** Leaves out what flows cause each other without end, and tells so. */
const withoutEndless = async (found: readonly Triggered[], note: Note): Promise<Triggered[]> => {
  const isEndless = ({ change }: Triggered) => (causeOf(change)?.depth ?? 0) >= DEEPEST
  const endless = new Map<string, Triggered[]>()
  for (const one of found.filter(isEndless)) {
    const name = `${one.flow.flowId} ${one.stepId}`
    endless.set(name, [...(endless.get(name) ?? []), one])
  }
  for (const all of endless.values()) {
    const [{ flow, stepId, personId }] = all as [Triggered]
    await note(flow.flowId, { code: 'endless', stepId, reason: ENDLESS, people: all.length, personId })
  }
  return endless.size ? found.filter((one) => !isEndless(one)) : [...found]
}

const deepest = (changes: readonly Change[]): Map<number, Cause> => {
  const causes = new Map<number, Cause>()
  for (const change of changes) {
    const by = causeOf(change)
    const subject = subjectOf(change)
    if (by && subject !== null && by.depth > (causes.get(subject)?.depth ?? 0)) causes.set(subject, by)
  }
  return causes
}

const inFlows = (found: readonly Triggered[]): Map<number, Triggered[]> => {
  const entering = new Map<number, Triggered[]>()
  for (const one of found) {
    const there = entering.get(one.flow.flowId)
    if (there) there.push(one)
    else entering.set(one.flow.flowId, [one])
  }
  return entering
}

/**
 * Lets people into flows and moves them by goals, in the transaction that takes the changes; what needs no wait happens
 * there too, so that an event and the mails that it causes are one commit.
 */
export const flowsReactor = (engine: Engine): Reactor => ({
  name: 'flows',
  react: async (tx, accountId, changes) => {
    const gone = goneSubjects(changes, (kind) => GONE.has(kind))
    if (gone.length) await endRunsOfPeople(engine.house, tx, accountId, gone)
    await forgetObjects(
      tx,
      accountId,
      goneSubjects(changes, (kind) => kind === 'object.erased'),
    )
    const now = engine.house.clock.now()
    const note: Note = (flowId, trouble) => noteTrouble(tx, accountId, flowId, trouble, now)
    const asked = subjectsOfFew(changes)
    const [flows, here] = await together([liveFlows(engine, tx, accountId, note), presentPeople(tx, accountId, asked)])
    if (!flows.length) return undefined
    const found = await withoutEndless(await findTriggered(tx, accountId, flows, changes, now, note), note)
    const watched = await concernedInFlows(engine.doors, tx, accountId, flows, changes)
    const told = [...found.map(({ personId }) => personId), ...[...watched.values()].flatMap((those) => [...those])]
    const known = new Set(asked)
    const others = await presentPeople(
      tx,
      accountId,
      [...new Set(told)].filter((id) => !known.has(id)),
    )
    const present = new Set(told.filter((id) => here.has(id) || others.has(id)))
    const entering = inFlows(await asToday(tx, accountId, found, present))
    const causes = deepest(changes)
    for (const { flowId, plan } of flows) {
      const triggered = entering.get(flowId) ?? []
      const concerned = new Map(plan.watches.map((watch) => [watch, among(watched.get(watch) ?? present, present)]))
      const news = { triggered, concerned, causes }
      if (!peopleOf(news).length) continue
      await tryInFlow(engine, tx, accountId, flowId, news, { alike: new Map(), passed: false }, note)
    }
    return undefined
  },
})
