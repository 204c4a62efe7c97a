import { forbidden, type House, notFound, type Tx } from '@millrace/kit/server'
import { type Flow, UNNAMED_FLOW } from '../../contract/index.ts'
import { type Editor, noteEdit } from './editFlow.ts'
import { readFlow } from './readFlow.ts'

/** Makes a flow with its entry rule. */
const INSERT = `insert into flows (account_id, name, object_type, can_enter_once, once_per_period, updated_by, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7) returning id`

/** Copies a step. */
const COPY_STEP = `insert into flow_steps (account_id, flow_id, service_id, operation_key, input, title, x, y, created_at, updated_at)
  select s.account_id, $3, s.service_id, s.operation_key, s.input, s.title, s.x, s.y, $4, $4
  from flow_steps s where s.account_id = $1 and s.id = $2 returning id`

/** Copies links between steps whose copies are known. */
const COPY_LINKS = `insert into flow_links (account_id, flow_id, source, target, condition, created_at)
  select l.account_id, $3, a.copy, b.copy, l.condition, $6
  from flow_links l
  join unnest($4::bigint[], $5::bigint[]) as a(step, copy) on a.step = l.source
  join unnest($4::bigint[], $5::bigint[]) as b(step, copy) on b.step = l.target
  where l.account_id = $1 and l.flow_id = $2`

/** Copies what stands beside the steps. */
const COPY_DECORATIONS = `insert into flow_decorations (account_id, flow_id, type, text, font_size, x, y, width, height)
  select d.account_id, $3, d.type, d.text, d.font_size, d.x, d.y, d.width, d.height
  from flow_decorations d where d.account_id = $1 and d.flow_id = $2 order by d.account_id, d.id`

type Asked = { name?: string; source?: number; recipe?: string; targetAccount?: number }

const insertFlow = async (tx: Tx, house: House, editor: Editor, name: string, like?: Flow): Promise<number> => {
  const period = like?.data.canEnterOncePerPeriod
  const row = await tx.one<{ id: number }>(INSERT, [
    editor.accountId,
    name || UNNAMED_FLOW,
    like?.objectType ?? 'person',
    like?.data.canEnterOnce ?? false,
    period ? JSON.stringify(period) : null,
    editor.memberId,
    house.clock.now(),
  ])
  await noteEdit(tx, house, editor, row!.id, 'created')
  return row!.id
}

const copyGraph = async (tx: Tx, house: House, accountId: number, source: Flow, flowId: number): Promise<void> => {
  const now = house.clock.now()
  const steps = Object.keys(source.steps).map(Number)
  const copies: number[] = []
  for (const step of steps)
    copies.push((await tx.one<{ id: number }>(COPY_STEP, [accountId, step, flowId, now], 'flows-copy-step'))!.id)
  await tx.run(COPY_LINKS, [accountId, source.id, flowId, steps, copies, now])
  await tx.run(COPY_DECORATIONS, [accountId, source.id, flowId])
}

/** Makes an empty flow, or a copy of one of the account's; either is switched off. */
export const createFlow = (house: House, editor: Editor, asked: Asked): Promise<Flow> =>
  house.db.account(editor.accountId, async (tx) => {
    const { accountId } = editor
    if (asked.recipe) throw notFound('There is no such template.')
    if (asked.targetAccount && asked.targetAccount !== accountId)
      throw forbidden('A flow can be copied within its own account only.')
    const source = asked.source ? await readFlow(tx, accountId, asked.source) : undefined
    const name = asked.name || (source ? `${source.name} (copy)`.slice(0, 255) : '')
    const id = await insertFlow(tx, house, editor, name, source)
    if (source) await copyGraph(tx, house, accountId, source, id)
    return readFlow(tx, accountId, id)
  })
