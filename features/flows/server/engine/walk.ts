import type { Loop, LoopResult } from '@millrace/kit/jobs'
import type { House, Tx } from '@millrace/kit/server'
import { shareFlow } from './flowLock.ts'
import { WALKERS } from './walkers.ts'

/** What is done to everybody who stands somewhere, or has been there, a page at a time. */
export type WalkKind = 'recompute' | 'release' | 'retrigger' | 'clear' | 'retry' | 'skip' | 'remove'

/** Where a walk begins, or goes on: those who came (or left) at the same moment are told apart by their run. */
export type Place = { walkedAt: Date | null; walkedTo: number }

/** A walk over people of a flow. */
export type Walk = Place & {
  accountId: number
  flowId: number
  kind: WalkKind
  stepId: number | null
  targetId: number | null
  settings: Record<string, unknown>
}

/** What a page did: how many moved, where it ended, and whether nobody comes after it. */
export type Page = Place & { moved: number; isLast: boolean }

type Means = Pick<House, 'bell' | 'clock'>

/** People of one page, each a transaction of its own, so that edits and other work have their turn between them. */
export const PAGE = 5_000

const INSERT = `insert into flow_moves (account_id, flow_id, kind, step_id, target_id, settings, walked_at, walked_to, moved, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

/**
 * Begins a walk in the caller's transaction: the first page is done at once, the rest by the worker. Answers how many were
 * moved at once.
 */
export const startWalk = async (
  tx: Tx,
  house: Means,
  wanted: Pick<Walk, 'accountId' | 'flowId' | 'kind'> & Partial<Pick<Walk, 'stepId' | 'targetId' | 'settings'>>,
): Promise<{ moved: number; goesOn: boolean }> => {
  const walk: Walk = { stepId: null, targetId: null, settings: {}, walkedAt: null, walkedTo: 0, ...wanted }
  const page = await WALKERS[walk.kind](tx, house, walk)
  if (page?.moved) await house.bell.ring(tx, 'flows', walk.accountId)
  if (!page || page.isLast) return { moved: page?.moved ?? 0, goesOn: false }
  const { accountId, flowId, kind, stepId, targetId, settings } = walk
  const place = [page.walkedAt, page.walkedTo, page.moved, house.clock.now()]
  await tx.run(INSERT, [accountId, flowId, kind, stepId, targetId, JSON.stringify(settings), ...place])
  await house.bell.ring(tx, 'flow-moves', accountId)
  return { moved: page.moved, goesOn: true }
}

const OPEN = `select account_id as "accountId", id, flow_id as "flowId" from flow_moves /* across accounts: whose people are on the move */
  where ended_at is null order by account_id, id limit 200`

/** Takes one walk that nobody else is at. */
const TAKE = `select id, account_id as "accountId", flow_id as "flowId", kind, step_id as "stepId", target_id as "targetId", settings,
    walked_at as "walkedAt", walked_to as "walkedTo"
  from flow_moves where account_id = $1 and id = $2 and ended_at is null for update skip locked`

const GONE_ON = `update flow_moves set walked_at = $3, walked_to = $4, moved = moved + $5 where account_id = $1 and id = $2`
const DONE = 'update flow_moves set ended_at = $3 where account_id = $1 and id = $2'

const walkOn = (house: House, accountId: number, id: number, flowId: number): Promise<boolean> =>
  house.db.system(async (tx) => {
    // The flow before the walk, as whoever edits it does.
    await shareFlow(tx, accountId, flowId)
    const walk = await tx.one<Walk & { id: number }>(TAKE, [accountId, id], 'flows-walk-take')
    if (!walk) return false
    const page = await WALKERS[walk.kind](tx, house, walk)
    if (!page) {
      await tx.run(DONE, [accountId, id, house.clock.now()], 'flows-walk-done')
      return false
    }
    await tx.run(GONE_ON, [accountId, id, page.walkedAt, page.walkedTo, page.moved], 'flows-walk-on')
    if (page.moved) await house.bell.ring(tx, 'flows', accountId)
    return true
  })

type Open = { accountId: number; id: number; flowId: number }

/** The loop that walks on with what is begun: a page of each, again and again. A walk that fails does not stop the others. */
export const walksLoop = (house: House): Loop => ({
  name: 'flow-moves',
  topic: 'flow-moves',
  everyMs: 15_000,
  work: async (): Promise<LoopResult> => {
    const open = await house.db.system((tx) => tx.rows<Open>(OPEN))
    let goesOn = false
    let failure: unknown
    for (const { accountId, id, flowId } of open) {
      try {
        goesOn = (await walkOn(house, accountId, id, flowId)) || goesOn
      } catch (error) {
        failure = error
      }
    }
    if (failure) throw failure
    return goesOn ? 'more' : undefined
  },
})
