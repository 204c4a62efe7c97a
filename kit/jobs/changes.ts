import { momentList, numberList, textList } from '../server/arrays.ts'
import type { Clock } from '../server/clock.ts'
import type { Db, Tx } from '../server/database.ts'
import { isPassing } from '../server/passing.ts'
import { together } from '../server/together.ts'
import { withoutWaiting } from '../server/withoutWaiting.ts'
import type { Bell } from './bell.ts'
import { inherit, noteChanges } from './causes.ts'
import type { Change, NewChange, Reactor } from './reactor.ts'

/** How many changes one transaction takes. */
export const BATCH = 2_000
/** News may cause further news this often; segments nest less deep. */
const ROUNDS = 16

/** So many changes written together are a mass: an import, a tag on everybody, a batch of a flow. Nobody waits for one of them. */
const MASS = 250

const INSERT = `insert into changes (account_id, at, kind, person_id, ref, data, is_bulk)
  select $1::int, coalesce(u.at, $7), u.kind, u.person_id, u.ref, nullif(u.data, 'null'), $8
  from rows from (unnest($2::timestamptz[]), unnest($3::text[]), unnest($4::bigint[]), unnest($5::bigint[]),
    jsonb_array_elements($6::jsonb)) as u(at, kind, person_id, ref, data)`

/** Writes changes of a mass that differ in nothing but the person. */
const INSERT_ALIKE = `insert into changes (account_id, at, kind, person_id, ref, data, is_bulk)
  select $1::int, $3::timestamptz, $4::text, u.person_id, $5::bigint, $6::jsonb, true from unnest($2::bigint[]) as u(person_id)`

const areAlike = (changes: readonly NewChange[], carried: readonly unknown[]): boolean => {
  const [first] = changes
  return changes.every(
    ({ kind, ref, at }, nth) =>
      kind === first?.kind && ref === first.ref && at === first.at && carried[nth] === carried[0],
  )
}

const ADD_LANE = `insert into lanes (account_id, lane) values ($1, 'changes') on conflict (account_id, lane) do nothing`

/** Gives a new account the lane that its changes go through; without it they are never taken. */
export const openLane = async (tx: Tx, accountId: number): Promise<void> => {
  await tx.run(ADD_LANE, [accountId], 'changes-add-lane')
}

/** Writes changes in the caller's transaction and rings the bell on commit. */
export const recordChanges = async (
  tx: Tx,
  { bell, clock }: { bell: Bell; clock: Clock },
  accountId: number,
  changes: readonly NewChange[],
): Promise<void> => {
  if (!changes.length) return
  const now = clock.now()
  const carried = noteChanges(tx, changes)
  const ring = () => bell.ring(tx, 'changes', accountId)
  const [first] = changes
  if (first && changes.length > MASS && areAlike(changes, carried)) {
    const people = numberList(changes.map((change) => change.personId))
    const data = carried[0] ? JSON.stringify(carried[0]) : null
    const values = [accountId, people, first.at ?? now, first.kind, first.ref ?? null, data]
    await together([tx.run(INSERT_ALIKE, values, 'changes-insert-alike'), ring()])
    return
  }
  const values = [
    accountId,
    momentList(changes.map((change) => change.at ?? null)),
    textList(changes.map((change) => change.kind)),
    numberList(changes.map((change) => change.personId)),
    numberList(changes.map((change) => change.ref ?? null)),
    JSON.stringify(carried),
    now,
    changes.length > MASS,
  ]
  await together([tx.run(INSERT, values, 'changes-insert'), ring()])
}

const asChange = (change: NewChange, now: Date): Change => ({
  id: 0,
  at: change.at ?? now,
  kind: change.kind,
  personId: change.personId,
  ref: change.ref ?? null,
  data: change.data ?? null,
})

/** Shows every reactor every change once, its own and later ones' news included, until nothing is new. */
const react = async (
  tx: Tx,
  accountId: number,
  reactors: readonly Reactor[],
  changes: readonly Change[],
  now: Date,
) => {
  const all = [...changes]
  const seen = reactors.map(() => 0)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, reactor] of reactors.entries()) {
      const unseen = all.slice(seen[index])
      if (!unseen.length) continue
      seen[index] = all.length
      const news = (await reactor.react(tx, accountId, unseen)) ?? []
      for (const change of inherit(news, unseen)) all.push(asChange(change, now))
    }
    if (seen.every((count) => count === all.length)) return
  }
  throw new Error(`changes of account ${accountId} keep causing each other after ${ROUNDS} rounds`)
}

const LANE = `select account_id from lanes where account_id = $1 and lane = 'changes' for update skip locked`

const WAITING = `select id, at, kind, person_id as "personId", ref, data from changes
  where account_id = $1 order by account_id, id limit $2`

/** Those that did not come in a mass. */
const LIVE = `select id, at, kind, person_id as "personId", ref, data from changes
  where account_id = $1 and not is_bulk order by account_id, id limit $2`

const TAKEN = 'delete from changes where account_id = $1 and id = any($2::bigint[])'

const PARK = `insert into parked_changes (account_id, id, at, kind, person_id, ref, data, parked_at, reason)
  select account_id, id, at, kind, person_id, ref, data, $3, $4 from changes where account_id = $1 and id = $2`

/** Shows one change to the reactors; where they cannot take it, it is put aside with the reason. */
const reactOrPark = async (
  tx: Tx,
  accountId: number,
  reactors: readonly Reactor[],
  change: Change,
  now: Date,
): Promise<Error | undefined> => {
  await tx.run('savepoint change')
  try {
    await react(tx, accountId, reactors, [change], now)
    await tx.run('release savepoint change')
    return undefined
  } catch (error) {
    if (isPassing(error)) throw error
    await tx.run('rollback to savepoint change')
    await tx.run('release savepoint change')
    const reason = error instanceof Error ? error.message : String(error)
    await tx.run(PARK, [accountId, change.id, now, reason.slice(0, 1_000)])
    return error instanceof Error ? error : new Error(reason)
  }
}

type Taking = {
  /** How many changes at the most; a single one that cannot be taken is put aside. */
  most?: number
  /** Takes those that did not come in a mass, where there are any; else, and otherwise, all in the order of their ids. */
  isLiveFirst?: boolean
  onParked?(change: Change, error: Error): void
}

/**
 * Takes one batch of an account's changes through all reactors. One worker per account at a time: the lane's row is
 * locked. Answers how many changes were taken, or undefined where another worker holds the lane.
 */
export const takeChanges = (
  db: Db,
  clock: Clock,
  reactors: readonly Reactor[],
  accountId: number,
  { most = BATCH, isLiveFirst = false, onParked }: Taking = {},
): Promise<number | undefined> =>
  db.system(async (tx) => {
    // What is read behind the lane's lock is what those before have left.
    const [lane, live] = await together([
      tx.one(LANE, [accountId], 'changes-lane'),
      isLiveFirst ? tx.rows<Change>(LIVE, [accountId, most], 'changes-read-live') : [],
      withoutWaiting(tx),
    ])
    if (!lane) return undefined
    const changes = live.length ? live : await tx.rows<Change>(WAITING, [accountId, most], 'changes-read')
    const [first] = changes
    if (!first) return 0
    const now = clock.now()
    const take = () => tx.run(TAKEN, [accountId, numberList(changes.map(({ id }) => id))], 'changes-delete')
    if (most > 1) await together([take(), react(tx, accountId, reactors, changes, now)])
    else {
      // One that cannot be taken is copied before it goes.
      const error = await reactOrPark(tx, accountId, reactors, first, now)
      await take()
      if (error) onParked?.(first, error)
    }
    return changes.length
  })
