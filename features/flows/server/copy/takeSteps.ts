import { mustHold } from '@millrace/access/server'
import { type CallContext, type House, notFound } from '@millrace/kit/server'
import { type Copied, OF_PEOPLE, stepTypeOf, withoutSecrets } from '../../contract/index.ts'
import type { FlowDoors } from '../doors.ts'
import { kindOfFlow } from '../subjects/subjects.ts'
import type { FileStep, FlowFile } from './flowFile.ts'
import { holderOf, mustTakeIn } from './mayTakeIn.ts'
import { packRefs } from './packFlow.ts'
import { rewriteStep, tellLost } from './rewriting.ts'
import { takeThings } from './unpackFlow.ts'

/** Steps of another account, as they were copied there. */
export type Foreign = {
  accountId: number
  steps: {
    key: string
    serviceId: string
    operationKey: string
    values: Record<string, unknown>
    title?: string | null
  }[]
}

/** What settings say in this account, by the steps' keys. */
export type TakenSteps = { steps: { key: string; values: Record<string, unknown> }[]; copied: Copied }

/** Whether a flow is there. */
const IS_THERE = 'select 1 from flows where account_id = $1 and id = $2 and deleted_at is null'

const NOTHING = { emails: [], segments: [], fields: [] }

const fileStep = (
  { serviceId, operationKey, values, title = null }: Foreign['steps'][number],
  index: number,
): FileStep => ({
  id: index + 1,
  serviceId,
  operationKey,
  values: withoutSecrets(stepTypeOf({ serviceId, operationKey }), values),
  title,
  x: 0,
  y: 0,
})

/** What the steps are about, where the caller may see it there; a stranger's ids mean nothing here and are left out. */
const packOf = async (house: House, by: CallContext, accountId: number, steps: readonly FileStep[]) => {
  const holder = await holderOf(house, by, accountId)
  if (!holder) return NOTHING
  mustHold(holder, ['flows:read', 'people:read'])
  return house.db.account(accountId, (tx) => packRefs(tx, accountId, 0, steps))
}

/**
 * Settings of steps that come from another account, said with what is in this one: what they are about is copied along, without
 * changing anything that is there; what cannot be is left out, to be chosen anew. The steps themselves are not drawn here.
 */
export const takeSteps = async (
  { house, doors, by }: { house: House; doors: FlowDoors; by: CallContext },
  flowId: number,
  { accountId: from, steps: foreign }: Foreign,
): Promise<TakenSteps> => {
  const steps = foreign.map(fileStep)
  const things = await packOf(house, by, from, steps)
  mustTakeIn(by, things)
  const { accountId, memberId } = by
  const file: FlowFile = {
    ...{ name: '', objectType: OF_PEOPLE, color: null, links: [], notes: [], steps, ...things },
    data: { canEnterOnce: false, canEnterOncePerPeriod: null },
  }
  return house.db.account(accountId, async (tx) => {
    if (!(await tx.one(IS_THERE, [accountId, flowId], 'flows-is-there'))) throw notFound()
    const at = { tx, house, doors, editor: { accountId, memberId } }
    // Fields are carried between flows of people; those of objects belong to their kind.
    const { kindId = 0 } = (await kindOfFlow(tx, accountId, flowId)) ?? {}
    const taken = kindId ? { ...file, fields: [] } : file
    const { ids, copied } = await takeThings(at, kindId, taken, new Map())
    const said = steps.map((step) => ({ step, ...rewriteStep(step, ids) }))
    const lost = said.filter(({ isWhole }) => !isWhole).map(({ step, values }) => tellLost(step, values))
    return {
      steps: said.map(({ step, values }) => ({ key: foreign[step.id - 1]?.key ?? '', values })),
      copied: { ...copied, dropped: [...copied.dropped, ...lost] },
    }
  })
}
