import type { House, Tx } from '@millrace/kit/server'
import { Moves } from './moves.ts'
import { READY, type Token } from './token.ts'
import { PAGE, type Page, startWalk, type Walk } from './walk.ts'

type Retriggering = { source: number; target: number; condition: string }
type Past = {
  runId: number
  rootId: number
  personId: number
  entryKey: string
  enteredAt: Date
  causedAt: Date | null
  eventId: number | null
  leftAt: Date
  isIn: boolean
}

/** Links of a flow that shall take along those who are past their source. */
const LINKS = `select source, target, condition from flow_links
  where account_id = $1 and flow_id = $2 and is_retriggering order by account_id, id`

/** Marks such links as done. */
const DONE = 'update flow_links set is_retriggering = false where account_id = $1 and flow_id = $2 and is_retriggering'

/**
 * A page of those who left a step by an exit before the walk began, latest first. Whoever is not archived goes along once,
 * with the latest pass: a visit that was followed by another one is passed over.
 */
const PAST = `select v.run_id as "runId", v.left_at as "leftAt", coalesce(r.root_id, r.id) as "rootId", v.person_id as "personId",
    r.entry_key as "entryKey", r.entered_at as "enteredAt", r.caused_at as "causedAt", r.event_id as "eventId",
    coalesce(p.id, o.id) is not null and p.archived_at is null and o.archived_at is null and not exists (
      select from flow_runs q join step_visits w on w.account_id = $1 and w.run_id = q.id
      where q.account_id = $1 and q.person_id = v.person_id and q.flow_id = r.flow_id and w.step_id = $2
        and w.left_at >= v.left_at and coalesce(w.exit, '') = $3 and w.error is null and w.left_at <= $6
        and (w.left_at, w.run_id, w.visit) > (v.left_at, v.run_id, v.visit)) as "isIn"
  from step_visits v
  join flow_runs r on r.account_id = $1 and r.id = v.run_id
  left join people p on p.account_id = $1 and p.id = v.person_id
  left join objects o on o.account_id = $1 and o.id = -v.person_id
  where v.account_id = $1 and v.step_id = $2 and coalesce(v.exit, '') = $3 and v.error is null
    and v.left_at <= $4 and (v.left_at, v.run_id) < ($4, $5)
  order by v.left_at desc, v.run_id desc limit $7`

const LAST = Number.MAX_SAFE_INTEGER

/** One page of those who are past a link's source goes along the link. */
export const pastPage = async (
  tx: Tx,
  house: Pick<House, 'bell' | 'clock'>,
  { accountId, flowId, stepId, targetId, settings, walkedAt, walkedTo }: Walk,
): Promise<Page | undefined> => {
  if (stepId === null || targetId === null) return undefined
  const began = new Date(String(settings.began))
  const from = walkedAt ?? began
  const values = [accountId, stepId, String(settings.exit ?? ''), from, walkedAt ? walkedTo : LAST, began, PAGE]
  const past = await tx.rows<Past>(PAST, values)
  const last = past.at(-1)
  if (!last) return undefined
  const going = past.filter(({ isIn }) => isIn)
  const moves = new Moves(tx, house, accountId, flowId, house.clock.now())
  await moves.reserve(going.length)
  for (const { runId, rootId, personId, entryKey, enteredAt, causedAt, eventId } of going) {
    const parent: Token = {
      id: runId,
      rootId: rootId === runId ? null : rootId,
      personId,
      entryKey,
      enteredAt,
      stepId,
      visit: 1,
      state: READY,
      stepEnteredAt: enteredAt,
      dueAt: null,
      error: null,
      causedAt,
      eventId,
      isNew: false,
      hops: 0,
    }
    moves.stay(moves.fork(parent, targetId), READY, moves.now)
  }
  await moves.flush()
  return { walkedAt: last.leftAt, walkedTo: last.runId, moved: going.length, isLast: past.length < PAGE }
}

/** Sends those who are past a link's source along the link, for every link that asks for it, once. */
export const retrigger = async (
  tx: Tx,
  house: Pick<House, 'bell' | 'clock'>,
  accountId: number,
  flowId: number,
): Promise<void> => {
  const links = await tx.rows<Retriggering>(LINKS, [accountId, flowId])
  for (const { source, target, condition } of links) {
    const settings = { exit: condition, began: house.clock.now().toISOString() }
    await startWalk(tx, house, { accountId, flowId, kind: 'retrigger', stepId: source, targetId: target, settings })
  }
  if (links.length) await tx.run(DONE, [accountId, flowId])
}
