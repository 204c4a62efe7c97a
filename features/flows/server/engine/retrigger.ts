import type { House, Tx } from '@millrace/kit/server'
import { Moves } from './moves.ts'
import { READY, type Token } from './token.ts'

type Retriggering = { id: number; source: number; target: number; condition: string }
type Past = { runId: number; rootId: number; personId: number; entryKey: string; enteredAt: Date }

/** Links of a flow that shall take along those who are past their source. */
const LINKS = `select id, source, target, condition from flow_links
  where account_id = $1 and flow_id = $2 and is_retriggering order by account_id, id`

/** Marks such links as done. */
const DONE = 'update flow_links set is_retriggering = false where account_id = $1 and flow_id = $2 and is_retriggering'

/** The latest pass of each person, not archived, who left a step by an exit; a page of them by person. */
const PAST = `select distinct on (v.person_id) v.run_id as "runId", coalesce(r.root_id, r.id) as "rootId", v.person_id as "personId",
    r.entry_key as "entryKey", r.entered_at as "enteredAt"
  from step_visits v
  join flow_runs r on r.account_id = v.account_id and r.id = v.run_id
  join people p on p.account_id = v.account_id and p.id = v.person_id and p.archived_at is null
  where v.account_id = $1 and v.step_id = $2 and coalesce(v.exit, '') = $3 and v.error is null and v.person_id > $4
  order by v.person_id, v.left_at desc limit $5`

const PAGE = 5_000

const along = async (
  tx: Tx,
  house: Pick<House, 'bell' | 'clock'>,
  accountId: number,
  flowId: number,
  link: Retriggering,
) => {
  let after = 0
  for (;;) {
    const values = [accountId, link.source, link.condition, after, PAGE]
    const past = await tx.rows<Past>(PAST, values, 'flows-past')
    if (!past.length) return
    const moves = new Moves(tx, house, accountId, flowId, house.clock.now())
    await moves.reserve(past.length)
    for (const { runId, rootId, personId, entryKey, enteredAt } of past) {
      const parent: Token = {
        id: runId,
        rootId: rootId === runId ? null : rootId,
        personId,
        entryKey,
        enteredAt,
        stepId: link.source,
        visit: 1,
        state: READY,
        stepEnteredAt: enteredAt,
        dueAt: null,
        error: null,
        isNew: false,
        hops: 0,
      }
      moves.stay(moves.fork(parent, link.target), READY, moves.now)
    }
    await moves.flush()
    after = past.at(-1)!.personId
  }
}

/** Sends those who are past a link's source along the link, for every link that asks for it, once. */
export const retrigger = async (
  tx: Tx,
  house: Pick<House, 'bell' | 'clock'>,
  accountId: number,
  flowId: number,
): Promise<void> => {
  const links = await tx.rows<Retriggering>(LINKS, [accountId, flowId])
  for (const link of links) await along(tx, house, accountId, flowId, link)
  if (links.length) await tx.run(DONE, [accountId, flowId])
}
