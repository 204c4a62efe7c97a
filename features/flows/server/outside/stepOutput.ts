import type { CallContext, House, Tx } from '@millrace/kit/server'
import { type Step, stepTypeOf } from '../../contract/index.ts'
import { schemaOfValue } from '../../contract/pathsIn.ts'
import { readStep } from '../verbs/readFlow.ts'
import { partOf } from './partOf.ts'

/** Larger ones are not kept: they would be read with the step. */
const MOST_KEPT = 60_000

/** What a step gave last, as it is remembered. */
const OUTPUT = 'select output from flow_steps where account_id = $1 and id = $2'

/** Remembers what a step gives to those after it. */
const REMEMBER = 'update flow_steps set output = $3 where account_id = $1 and id = $2'

/** The last delivery of a step that could be read. */
const DELIVERED = `select d.body from hook_deliveries d where d.account_id = $1 and d.step_id = $2 and d.body is not null
  order by d.account_id, d.step_id, d.id desc limit 1`

/** The last answer to a call of a step. */
const ANSWERED = `select c.reply ->> 'body' as body from flow_calls c where c.account_id = $1 and c.step_id = $2 and c.state = 2
  order by c.account_id, c.step_id, c.id desc limit 1`

type Output = { schema: Record<string, unknown>; values: unknown }

/** Keeps what a step gave as the sample from which parts are chosen. */
export const rememberOutput = async (tx: Tx, accountId: number, stepId: number, value: unknown): Promise<void> => {
  const output = JSON.stringify({ schema: schemaOfValue(value), values: value ?? null })
  if (output.length < MOST_KEPT) await tx.run(REMEMBER, [accountId, stepId, output])
}

const latest = async (tx: Tx, accountId: number, step: Step): Promise<unknown> => {
  if (step.type === 'trigger') {
    const row = await tx.one<{ body: unknown }>(DELIVERED, [accountId, step.id])
    return row?.body
  }
  const row = await tx.one<{ body: string | null }>(ANSWERED, [accountId, step.id])
  return row?.body ? partOf(row.body, undefined) : undefined
}

const asValues = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/**
 * A step with what it gave last; `isRefreshing` looks at what has come since, as is done where nothing is known. Samples are told to those who may see people:
 * they are somebody's.
 */
export const stepWithOutput = (
  house: House,
  by: Pick<CallContext, 'accountId' | 'isOwner' | 'scopes'>,
  stepId: number,
  isRefreshing: boolean,
): Promise<Step> =>
  house.db.account(by.accountId, async (tx) => {
    const { accountId } = by
    const step = await readStep(tx, accountId, stepId)
    const kept = async () => (await tx.one<{ output: Partial<Output> }>(OUTPUT, [accountId, stepId]))?.output ?? {}
    const before = await kept()
    const value = isRefreshing || before.values === undefined ? await latest(tx, accountId, step) : undefined
    if (value !== undefined) await rememberOutput(tx, accountId, stepId, value)
    const output = value === undefined ? before : await kept()
    const mayPeople = by.isOwner || by.scopes.has('people:read')
    const declared = stepTypeOf(step)?.outputs(step.inputFields.values) ?? {}
    const schema = Object.keys(declared).length ? declared : (output.schema ?? {})
    return { ...step, outputFields: { schema, values: mayPeople ? asValues(output.values) : {} } }
  })
