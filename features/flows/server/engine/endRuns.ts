import type { House, Tx } from '@millrace/kit/server'
import { claimLiveOfPeople } from './claim.ts'
import { Moves } from './moves.ts'
import type { Token } from './token.ts'

/** Ends rows of one flow where they stand; `exit` says why. */
export const endTokens = async (
  house: Pick<House, 'bell' | 'clock'>,
  tx: Tx,
  accountId: number,
  flowId: number,
  tokens: readonly Token[],
  exit: string,
): Promise<void> => {
  const moves = new Moves(tx, house, accountId, flowId, house.clock.now())
  moves.take(tokens)
  for (const token of tokens) {
    moves.leave(token, exit)
    moves.end(token)
  }
  await moves.flush()
}

/** Takes people out of one flow, or of all. Answers how many rows ended. */
export const endRunsOfPeople = async (
  house: Pick<House, 'bell' | 'clock'>,
  tx: Tx,
  accountId: number,
  people: readonly number[],
  flowId?: number,
): Promise<number> => {
  const flows = await claimLiveOfPeople(tx, accountId, people, flowId)
  let ended = 0
  for (const [id, tokens] of [...flows].sort(([a], [b]) => a - b)) {
    await endTokens(house, tx, accountId, id, tokens, 'removed')
    ended += tokens.length
  }
  return ended
}
