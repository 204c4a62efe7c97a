import { readShareToken, shareToken } from '@millrace/access/server'
import { type CallContext, type House, notFound } from '@millrace/kit/server'
import type { Editor } from '../verbs/editFlow.ts'

/** How often sharing of a flow was ended. */
const GENERATION = `select shared_generation as generation from flows
  where account_id = $1 and id = $2 and deleted_at is null`

/** Ends sharing: tokens that were given out before open nothing any more. */
const REVOKE = `update flows set shared_generation = shared_generation + 1
  where account_id = $1 and id = $2 and deleted_at is null returning id`

const OVER = 'This link does not work any more. Ask whoever sent it for a new one.'

type Shared = { accountId: number; flowId: number }

const subjectOf = (flowId: number, generation: number) => `flow:${flowId}:${generation}`

const generationOf = async (house: House, { accountId, flowId }: Shared): Promise<number | undefined> => {
  const row = await house.db.account(accountId, (tx) =>
    tx.one<{ generation: number }>(GENERATION, [accountId, flowId], 'flows-generation'),
  )
  return row?.generation
}

/** A token that opens a flow to whoever holds it, until sharing is ended; 404 where the flow is not there. */
export const shareTokenOf = async (house: House, { accountId }: Editor, flowId: number): Promise<string> => {
  const generation = await generationOf(house, { accountId, flowId })
  if (generation === undefined) throw notFound()
  return shareToken(house.keys, { accountId, subject: subjectOf(flowId, generation) })
}

/** Makes all tokens of a flow open nothing; 404 where the flow is not there. */
export const revokeShareTokens = (house: House, { accountId }: Editor, flowId: number): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    if (!(await tx.one(REVOKE, [accountId, flowId], 'flows-revoke-share'))) throw notFound()
  })

const mustStand = async (house: House, accountId: number, subject: string): Promise<Shared> => {
  const [, id, generation] = /^flow:(\d+):(\d+)$/.exec(subject) ?? []
  if (id === undefined) throw notFound(OVER)
  const shared = { accountId, flowId: Number(id) }
  if ((await generationOf(house, shared)) !== Number(generation)) throw notFound(OVER)
  return shared
}

/** What a token opens; 404 where it is none of ours, of another thing, or was revoked. */
export const openShare = async (house: House, token: string): Promise<Shared> => {
  const share = readShareToken(house.keys, token, house.clock.now())
  if (!share) throw notFound(OVER)
  return mustStand(house, share.accountId, share.subject)
}

/** Refuses whoever comes with a token that does not open this flow; members pass. Answers whether it was a token. */
export const mayRead = async (
  house: House,
  { via, share = '', accountId }: CallContext,
  flowId: number,
): Promise<boolean> => {
  if (via !== 'share') return false
  if ((await mustStand(house, accountId, share)).flowId !== flowId) throw notFound()
  return true
}
