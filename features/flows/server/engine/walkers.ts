import type { House, Tx } from '@millrace/kit/server'
import { type Step, stepTypeOf } from '../../contract/index.ts'
import { claimPage, type Whom } from './claim.ts'
import { endRunsOfPeople } from './endRuns.ts'
import { Moves } from './moves.ts'
import { pastPage } from './retrigger.ts'
import { stepRunOf } from './runners.ts'
import { FAILED, HELD, READY, type Token, WAITING } from './token.ts'
import { PAGE, type Page, type Place, type Walk, type WalkKind } from './walk.ts'

type Means = Pick<House, 'bell' | 'clock'>
type Walker = (tx: Tx, house: Means, walk: Walk) => Promise<Page | undefined>

const placeOf = (tokens: readonly Token[]): Place => {
  const last = tokens.at(-1) as Token
  return { walkedAt: last.stepEnteredAt, walkedTo: last.id }
}

type Move = (moves: Moves, tokens: readonly Token[], walk: Walk) => void

/** The next of those whom a walk is about. */
const nextOf = async (tx: Tx, walk: Walk, states: readonly number[]): Promise<Token[]> => {
  const { accountId, stepId, settings } = walk
  if (stepId === null) return []
  const { reason, people, except, until } = settings as Whom & { reason?: string }
  const whom = { ...(people && { people }), ...(except && { except }), ...(until && { until }) }
  return claimPage(tx, accountId, { ...walk, ...whom, stepId, states, reason: reason ?? null, most: PAGE })
}

const pageOf = (tokens: readonly Token[], { settings }: Walk): Page => ({
  ...placeOf(tokens),
  moved: tokens.length,
  isLast: tokens.length < PAGE || settings.people !== undefined,
})

/** Walks over those who stand at a step in some states, in the order in which they came. */
const atStep =
  (states: readonly number[], move: Move): Walker =>
  async (tx, house, walk) => {
    const tokens = await nextOf(tx, walk, states)
    if (!tokens.length) return undefined
    const page = pageOf(tokens, walk)
    const moves = new Moves(tx, house, walk.accountId, walk.flowId, house.clock.now())
    moves.take(tokens)
    move(moves, tokens, walk)
    await moves.flush()
    return page
  }

const again: Move = (moves, tokens) => {
  for (const token of tokens) moves.stay(token, READY, moves.now)
}

/** Those who are only looked at again later wait too; who has just come is about to be looked at. */
const skip: Move = (moves, tokens) => {
  for (const token of tokens) {
    const isDue = token.state === READY && (token.dueAt === null || token.dueAt <= moves.now)
    moves.stay(token, isDue ? READY : WAITING, isDue ? token.dueAt : moves.now)
  }
}

const off: Move = (moves, tokens, { targetId }) => {
  for (const token of tokens) {
    moves.leave(token, 'removed')
    if (targetId !== null && token.state !== FAILED) moves.arrive(token, targetId)
    else moves.end(token)
  }
}

/** Out of the flow, wherever else in it they stand. */
const remove: Walker = async (tx, house, walk) => {
  const { accountId, flowId, settings } = walk
  const tokens = await nextOf(tx, walk, settings.state === 'failed' ? [FAILED] : [READY, WAITING, HELD])
  if (!tokens.length) return undefined
  const page = pageOf(tokens, walk)
  await endRunsOfPeople(house, tx, accountId, [...new Set(tokens.map(({ personId }) => personId))], flowId)
  return page
}

const ZONE = 'select timezone as zone from accounts where id = $1'

/** Holds those who wait, or are looked at again later, to a step's settings as they are now, counted from when they came. */
const recompute: Walker = async (tx, house, walk) => {
  const { accountId, stepId } = walk
  const step = walk.settings as Pick<Step, 'serviceId' | 'operationKey'> & { values: unknown }
  const read = stepTypeOf(step)?.values.safeParse(step.values)
  const run = stepRunOf(step)
  if (stepId === null || !read?.success || !run?.until) return undefined
  const tokens = await claimPage(tx, accountId, { ...walk, stepId, states: [READY, WAITING], reason: null, most: PAGE })
  if (!tokens.length) return undefined
  const zone = (await tx.one<{ zone: string }>(ZONE, [accountId]))?.zone ?? 'UTC'
  const until = await run.until({ tx, accountId, zone }, read.data, tokens)
  const place = placeOf(tokens)
  const moves = new Moves(tx, house, accountId, walk.flowId, house.clock.now())
  moves.take(tokens)
  for (const [index, token] of tokens.entries()) moves.stay(token, token.state, until[index] ?? moves.now)
  await moves.flush()
  return { ...place, moved: tokens.length, isLast: tokens.length < PAGE }
}

const retrigger: Walker = (tx, house, walk) => pastPage(tx, house, walk)

/** What one page of each kind of walk does. */
export const WALKERS: Readonly<Record<WalkKind, Walker>> = {
  recompute,
  retrigger,
  release: atStep([HELD], again),
  retry: atStep([FAILED], again),
  skip: atStep([READY, WAITING], skip),
  clear: atStep([READY, WAITING, HELD, FAILED], off),
  remove,
}
