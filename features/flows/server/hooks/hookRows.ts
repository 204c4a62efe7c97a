import type { Tx } from '@millrace/kit/server'
import { stepTypeOf } from '../../contract/index.ts'
import { type HookMapping, webhookReceivedStep } from '../../steps/webhook-received/webhookReceived.step.ts'
import type { Outcome } from './takeDelivery.ts'

/** A step that hears, as its address finds it. */
export type HookStep = { flowId: number; isOn: boolean; generation: number; mapping: HookMapping | undefined }

/** A step, its flow and the generation of its address. */
const STEP = `select s.flow_id as "flowId", s.service_id as "serviceId", s.operation_key as "operationKey", s.input,
    f.status = 'on' as "isOn", coalesce(h.generation, 0) as generation
  from flow_steps s join flows f on f.account_id = $1 and f.id = s.flow_id
  left join flow_hooks h on h.account_id = $1 and h.step_id = s.id
  where s.account_id = $1 and s.id = $2 and s.deleted_at is null and f.archived_at is null`

/** Notes that something came. */
const NOTE = `insert into flow_hooks as h (account_id, step_id, received, last_at) values ($1, $2, 1, $3)
  on conflict (account_id, step_id) do update set received = h.received + 1, last_at = excluded.last_at`

/** Remembers a delivery's key; none is written where it came before. */
const KEY = `insert into hook_keys (account_id, step_id, key, at) values ($1, $2, $3, $4)
  on conflict (account_id, step_id, key) do nothing`

const INSERT = `insert into hook_deliveries (account_id, step_id, received_at, delivery_key, state, why, body, raw)
  values ($1, $2, $3, $4, 'refused', null, $5, $6) returning id`

const OUTCOME = `update hook_deliveries set state = $3, why = $4, person_id = $5 where account_id = $1 and id = $2`

/** The hearing step, or undefined where there is none. */
export const hookStep = async (tx: Tx, accountId: number, stepId: number): Promise<HookStep | undefined> => {
  type Row = Omit<HookStep, 'mapping'> & { serviceId: string; operationKey: string; input: Record<string, unknown> }
  const row = await tx.one<Row>(STEP, [accountId, stepId], 'flows-hook-step')
  if (!row || stepTypeOf(row)?.operationKey !== webhookReceivedStep.operationKey) return undefined
  const read = webhookReceivedStep.values.safeParse(row.input)
  return { flowId: row.flowId, isOn: row.isOn, generation: row.generation, mapping: read.data?.mapping }
}

/** A delivery before anything came of it. */
export type Arrived = { key: string | null; body: unknown; raw: string | null; at: Date }

/** Keeps a delivery; undefined where its key came before. */
export const keepDelivery = async (
  tx: Tx,
  accountId: number,
  stepId: number,
  { key, body, raw, at }: Arrived,
): Promise<number | undefined> => {
  if (key !== null && !(await tx.run(KEY, [accountId, stepId, key, at]))) return undefined
  const json = body === undefined ? null : JSON.stringify(body)
  await tx.run(NOTE, [accountId, stepId, at])
  return (await tx.one<{ id: number }>(INSERT, [accountId, stepId, at, key, json, raw]))?.id
}

export const noteOutcome = async (tx: Tx, accountId: number, id: number, outcome: Outcome): Promise<void> => {
  await tx.run(OUTCOME, [accountId, id, outcome.state, outcome.why, outcome.personId])
}
