import type { House, Tx } from '@millrace/kit/server'
import { type Step, stepTypeOf } from '../../contract/index.ts'
import { claimPage } from './claim.ts'
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

/** Walks over those who stand at a step in some states, in the order in which they came. */
const atStep =
  (states: readonly number[], move: (moves: Moves, tokens: readonly Token[], walk: Walk) => void): Walker =>
  async (tx, house, walk) => {
    const { accountId, flowId, stepId } = walk
    if (stepId === null) return undefined
    const reason = typeof walk.settings.reason === 'string' ? walk.settings.reason : null
    const tokens = await claimPage(tx, accountId, { ...walk, stepId, states, reason, most: PAGE })
    if (!tokens.length) return undefined
    const place = placeOf(tokens)
    const moves = new Moves(tx, house, accountId, flowId, house.clock.now())
    moves.take(tokens)
    move(moves, tokens, walk)
    await moves.flush()
    return { ...place, moved: tokens.length, isLast: tokens.length < PAGE }
  }

const again = (moves: Moves, tokens: readonly Token[]) => {
  for (const token of tokens) moves.stay(token, READY, moves.now)
}

const skip = (moves: Moves, tokens: readonly Token[]) => {
  for (const token of tokens) moves.stay(token, token.state, moves.now)
}

const off = (moves: Moves, tokens: readonly Token[], { targetId, kind }: Walk) => {
  for (const token of tokens) {
    const goesOn = kind === 'clear' && targetId !== null && token.state !== FAILED
    moves.leave(token, 'removed')
    if (goesOn) moves.arrive(token, targetId)
    else moves.end(token)
  }
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
  remove: (tx, house, walk) =>
    atStep(walk.settings.state === 'failed' ? [FAILED] : [READY, WAITING, HELD], off)(tx, house, walk),
}
