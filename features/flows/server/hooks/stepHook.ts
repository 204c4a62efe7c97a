import { type House, notFound, refused, type Tx } from '@millrace/kit/server'
import type { Delivery, Hook } from '../../contract/index.ts'
import { pathsIn } from '../../contract/pathsIn.ts'
import { type Editor, holdFlowOfStep } from '../verbs/editFlow.ts'
import { type HookStep, hookStep, noteOutcome } from './hookRows.ts'
import { hookToken } from './hookToken.ts'
import { takeDelivery } from './takeDelivery.ts'

type Row = Omit<Delivery, 'receivedAt' | 'person' | 'isReadable'> & {
  receivedAt: Date
  personId: number | null
  name: string
  email: string | null
  json: unknown
}

const COLUMNS = `d.id, d.received_at as "receivedAt", d.state, d.why, d.body as json,
  left(coalesce(jsonb_pretty(d.body), d.raw, ''), 8000) as body, p.id as "personId", p.email,
  coalesce(nullif(p.fields ->> 'name', ''),
    nullif(trim(coalesce(p.fields ->> 'firstName', '') || ' ' || coalesce(p.fields ->> 'lastName', '')), ''), '') as name`

/** The latest deliveries of a step, or one of them. */
const DELIVERIES = `select ${COLUMNS} from hook_deliveries d left join people p on p.account_id = $1 and p.id = d.person_id
  where d.account_id = $1 and d.step_id = $2 and ($3::bigint is null or d.id = $3::bigint)
  order by d.account_id, d.id desc limit 20`

/** What a step heard so far. */
const HEARD = `select received, last_at as "lastAt" from flow_hooks where account_id = $1 and step_id = $2`

/** Makes the addresses so far worthless. */
const ROTATE = `insert into flow_hooks as h (account_id, step_id, generation) values ($1, $2, 1)
  on conflict (account_id, step_id) do update set generation = h.generation + 1`

const toDelivery = ({ personId, name, email, receivedAt, json, ...row }: Row): Delivery => ({
  ...row,
  receivedAt: receivedAt.toISOString(),
  person: personId === null ? null : { id: personId, name, email },
  isReadable: json !== null,
})

const mustHear = async (tx: Tx, accountId: number, stepId: number): Promise<HookStep> => {
  const step = await hookStep(tx, accountId, stepId)
  if (!step) throw notFound()
  return step
}

const readHook = async (tx: Tx, house: House, accountId: number, stepId: number): Promise<Hook> => {
  const { generation } = await mustHear(tx, accountId, stepId)
  const heard = await tx.one<{ received: number; lastAt: Date | null }>(HEARD, [accountId, stepId])
  const rows = await tx.rows<Row>(DELIVERIES, [accountId, stepId, null])
  return {
    address: `${house.publicUrl}/v1/hooks/${hookToken(house.keys, { accountId, stepId, generation })}`,
    received: heard?.received ?? 0,
    lastAt: heard?.lastAt?.toISOString() ?? null,
    paths: pathsIn(rows.find(({ json }) => json !== null)?.json),
    deliveries: rows.map(toDelivery),
  }
}

/** The address of a step and what was delivered there. */
export const stepHook = (house: House, { accountId }: Editor, stepId: number): Promise<Hook> =>
  house.db.account(accountId, (tx) => readHook(tx, house, accountId, stepId))

/** Gives a step another address. */
export const rotateHook = (house: House, { accountId }: Editor, stepId: number): Promise<Hook> =>
  house.db.account(accountId, async (tx) => {
    await mustHear(tx, accountId, stepId)
    await tx.run(ROTATE, [accountId, stepId])
    return readHook(tx, house, accountId, stepId)
  })

/** Takes a delivery once more, as the step reads it now. */
export const replayDelivery = (
  house: House,
  { accountId }: Editor,
  stepId: number,
  deliveryId: number,
): Promise<Delivery> =>
  house.db.account(accountId, async (tx) => {
    await holdFlowOfStep(tx, accountId, stepId)
    const step = await mustHear(tx, accountId, stepId)
    const one = async () => (await tx.rows<Row>(DELIVERIES, [accountId, stepId, deliveryId]))[0]
    const row = await one()
    if (!row) throw notFound()
    if (row.json === null) throw refused('What was delivered is no JSON, and cannot be taken.')
    if (!step.isOn) throw refused('Switch the flow on first: while it is off, nobody enters.')
    await noteOutcome(
      tx,
      accountId,
      deliveryId,
      await takeDelivery(tx, house, { accountId, stepId, ...step }, deliveryId, row.json),
    )
    return toDelivery((await one()) ?? row)
  })
