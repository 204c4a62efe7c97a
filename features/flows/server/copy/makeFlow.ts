import { type CallContext, type House, notFound, type Tx } from '@millrace/kit/server'
import { type Copied, type Flow, OF_PEOPLE } from '../../contract/index.ts'
import { fileOfRecipe } from '../../recipes/index.ts'
import type { FlowDoors } from '../doors.ts'
import { asShared } from '../share/asShared.ts'
import { openShare } from '../share/shareTokens.ts'
import { createFlow } from '../verbs/createFlow.ts'
import { readFlow } from '../verbs/readFlow.ts'
import { copyHere } from './copyHere.ts'
import type { FlowFile } from './flowFile.ts'
import { holderIn, mustTakeIn } from './mayTakeIn.ts'
import { packFlow } from './packFlow.ts'
import { nameOfCopy, unpackFlow } from './unpackFlow.ts'

/** Which flow is wanted: an empty one, one of a recipe, a copy of one's own, or of one that was shared. */
export type Wanted = {
  name?: string | undefined
  /** What an empty one takes; people unless told. */
  objectType?: string | undefined
  source?: number | undefined
  recipe?: string | undefined
  'target-account'?: number | undefined
  'read-only-auth'?: string | undefined
}

/** A flow that was made and, where it came from elsewhere, what came with it. */
export type Made = { integration: Flow; copied?: Copied }

type At = { house: House; doors: FlowDoors; by: CallContext }

const NOTHING: Copied = { emails: [], segments: [], fields: [], tags: [], dropped: [] }

const takeIn = async ({ house, doors, by }: At, target: number, file: FlowFile, wanted: Wanted): Promise<Made> => {
  mustTakeIn(await holderIn(house, by, target), file)
  const editor = { accountId: target, memberId: by.memberId }
  return house.db.account(target, async (tx) => {
    const name = wanted.name || (await nameOfCopy(tx, target, file.name))
    const { flowId, copied } = await unpackFlow({ tx, house, doors, editor }, file, { name, recipe: wanted.recipe })
    return { integration: await readFlow(tx, target, flowId), copied }
  })
}

const copyBeside = ({ house, doors, by }: At, source: number, name: string | undefined): Promise<Made> =>
  house.db.account(by.accountId, async (tx: Tx) => {
    const { accountId, memberId } = by
    const { name: before } = await readFlow(tx, accountId, source)
    const named = name || `${before} (copy)`.slice(0, 255)
    const id = await copyHere({ tx, house, doors, editor: { accountId, memberId } }, source, named)
    return { integration: await readFlow(tx, accountId, id), copied: NOTHING }
  })

/** A flow of another account that was shared, without what is nobody else's business. */
const sharedFile = async ({ house }: At, token: string, source: number | undefined): Promise<FlowFile> => {
  const { accountId, flowId } = await openShare(house, token)
  if (source !== undefined && source !== flowId) throw notFound()
  return house.db.account(accountId, async (tx) => {
    const file = await packFlow(tx, accountId, asShared(await readFlow(tx, accountId, flowId)))
    return { ...file, emails: file.emails.map(({ sender: _, ...email }) => email) }
  })
}

/**
 * Makes a flow. A copy of one's own within its account uses the same mails and segments; anything from elsewhere brings its own
 * and changes nothing that is there.
 */
export const makeFlow = async (at: At, wanted: Wanted): Promise<Made> => {
  const { house, by } = at
  const { source, recipe, name, 'target-account': target = by.accountId, 'read-only-auth': token } = wanted
  if (recipe) return takeIn(at, target, fileOfRecipe(recipe), wanted)
  if (token) return takeIn(at, target, await sharedFile(at, token, source), wanted)
  if (source === undefined) {
    if (target !== by.accountId) mustTakeIn(await holderIn(house, by, target), { emails: [], segments: [], fields: [] })
    const { objectType = OF_PEOPLE } = wanted
    const editor = { accountId: target, memberId: by.memberId }
    return { integration: await createFlow(house, at.doors, editor, { name, objectType }) }
  }
  if (target === by.accountId) return copyBeside(at, source, name)
  const file = await house.db.account(by.accountId, async (tx) =>
    packFlow(tx, by.accountId, await readFlow(tx, by.accountId, source)),
  )
  return takeIn(at, target, file, wanted)
}
