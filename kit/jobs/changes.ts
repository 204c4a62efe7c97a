import type { Clock } from '../server/clock.ts'
import type { Db, Tx } from '../server/database.ts'
import type { Bell } from './bell.ts'
import type { Loop } from './loop.ts'
import type { Change, NewChange, Reactor } from './reactor.ts'

/** How many changes one transaction takes. */
const BATCH = 2_000
/** News may cause further news this often; segments nest less deep. */
const ROUNDS = 16

const INSERT = `insert into changes (account_id, at, kind, person_id, ref, data)
  select $1::int, coalesce(u.at, $7), u.kind, u.person_id, u.ref, nullif(u.data, 'null')
  from rows from (unnest($2::timestamptz[]), unnest($3::text[]), unnest($4::bigint[]), unnest($5::bigint[]),
    jsonb_array_elements($6::jsonb)) as u(at, kind, person_id, ref, data)`

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
  await tx.run(
    INSERT,
    [
      accountId,
      changes.map((change) => change.at ?? null),
      changes.map((change) => change.kind),
      changes.map((change) => change.personId),
      changes.map((change) => change.ref ?? null),
      JSON.stringify(changes.map((change) => change.data ?? null)),
      now,
    ],
    'changes-insert',
  )
  await bell.ring(tx, 'changes', accountId)
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
      for (const change of (await reactor.react(tx, accountId, unseen)) ?? []) all.push(asChange(change, now))
    }
    if (seen.every((count) => count === all.length)) return
  }
  throw new Error(`changes of account ${accountId} keep causing each other after ${ROUNDS} rounds`)
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
): Promise<number | undefined> =>
  db.system(async (tx) => {
    const lane = await tx.one(
      `select account_id from lanes where account_id = $1 and lane = 'changes' for update skip locked`,
      [accountId],
      'changes-lane',
    )
    if (!lane) return undefined
    const changes = await tx.rows<Change>(
      `select id, at, kind, person_id as "personId", ref, data from changes where account_id = $1 order by account_id, id limit ${BATCH}`,
      [accountId],
      'changes-read',
    )
    if (!changes.length) return 0
    await react(tx, accountId, reactors, changes, clock.now())
    await tx.run(
      'delete from changes where account_id = $1 and id = any($2::bigint[])',
      [accountId, changes.map((change) => change.id)],
      'changes-delete',
    )
    return changes.length
  })

/** The loop that takes changes: accounts that rang first, each one batch at a time, so that none waits for another's backlog. */
export const changesLoop = (db: Db, clock: Clock, reactors: readonly Reactor[]): Loop => {
  let backlog = new Set<number>()
  return {
    name: 'changes',
    topic: 'changes',
    everyMs: 2_000,
    work: async (rung) => {
      const due = new Set([...rung, ...backlog].filter((accountId) => accountId > 0))
      if (!due.size || rung.has(0)) {
        const rows = await db.system((tx) =>
          tx.rows<{ id: number }>(
            'select account_id as id from changes /* across accounts: whose changes wait */ group by account_id limit 500',
          ),
        )
        for (const { id } of rows) due.add(id)
      }
      backlog = new Set()
      for (const accountId of due) {
        const taken = await takeChanges(db, clock, reactors, accountId)
        if (taken) backlog.add(accountId)
      }
      return backlog.size ? 'more' : undefined
    },
  }
}
