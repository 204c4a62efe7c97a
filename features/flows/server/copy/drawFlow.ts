import type { House, Tx } from '@millrace/kit/server'
import { UNNAMED_FLOW } from '../../contract/index.ts'
import { type Editor, noteEdit } from '../verbs/editFlow.ts'
import type { FileLink, FileNote, FileStep, FlowFile } from './flowFile.ts'

/** Makes a flow with its entry rule. */
const INSERT = `insert into flows (account_id, name, object_type, can_enter_once, once_per_period, color, recipe, updated_by,
    created_at, updated_at, kind_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10) returning id`

/** Makes steps; their settings follow. */
const STEPS = `insert into flow_steps (account_id, flow_id, service_id, operation_key, input, title, x, y, created_at, updated_at)
  select $1::int, $2::bigint, u.service, u.operation, '{}', nullif(u.title, ''), u.x, u.y, $3, $3
  from unnest($4::text[], $5::text[], $6::text[], $7::float8[], $8::float8[])
    with ordinality as u(service, operation, title, x, y, n) order by u.n returning id`

/** Writes the settings of steps. */
const SETTINGS = `update flow_steps s set input = w.text::jsonb from unnest($3::bigint[], $4::text[]) as w(id, text)
  where s.account_id = $1 and s.flow_id = $2 and s.id = w.id`

/** Makes links. */
const LINKS = `insert into flow_links (account_id, flow_id, source, target, condition, created_at)
  select $1::int, $2::bigint, u.source, u.target, u.condition, $3
  from unnest($4::bigint[], $5::bigint[], $6::text[]) as u(source, target, condition)`

/** Makes what stands beside the steps. */
const NOTES = `insert into flow_decorations (account_id, flow_id, type, text, font_size, x, y, width, height)
  select $1::int, $2::bigint, u.type, u.text, u.font_size, u.x, u.y, u.width, u.height
  from unnest($3::text[], $4::text[], $5::float8[], $6::float8[], $7::float8[], $8::float8[], $9::float8[])
    with ordinality as u(type, text, font_size, x, y, width, height, n) order by u.n`

type Head = Pick<FlowFile, 'name' | 'objectType' | 'color' | 'data'> & { recipe?: string | undefined; kindId: number }

/** Makes a flow that is switched off and has no steps yet; answers its id. */
export const insertFlow = async (tx: Tx, house: House, editor: Editor, head: Head): Promise<number> => {
  const { canEnterOnce, canEnterOncePerPeriod } = head.data
  const row = await tx.one<{ id: number }>(INSERT, [
    editor.accountId,
    head.name || UNNAMED_FLOW,
    head.objectType,
    canEnterOnce,
    canEnterOncePerPeriod ? JSON.stringify(canEnterOncePerPeriod) : null,
    head.color,
    head.recipe ?? null,
    editor.memberId,
    house.clock.now(),
    head.kindId,
  ])
  const id = row?.id ?? 0
  await noteEdit(tx, house, editor, id, 'created')
  return id
}

/** Draws steps without settings; answers their ids by those of the file. */
export const drawSteps = async (
  tx: Tx,
  now: Date,
  { accountId, flowId }: Place,
  steps: readonly FileStep[],
): Promise<Map<number, number>> => {
  const rows = await tx.rows<{ id: number }>(STEPS, [
    accountId,
    flowId,
    now,
    steps.map(({ serviceId }) => serviceId),
    steps.map(({ operationKey }) => operationKey),
    steps.map(({ title }) => title ?? ''),
    steps.map(({ x }) => x),
    steps.map(({ y }) => y),
  ])
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  return new Map(steps.map(({ id }, index) => [id, ids[index] ?? 0]))
}

type Place = { accountId: number; flowId: number }

/** Writes settings by the ids that steps have now. */
export const writeSettings = async (
  tx: Tx,
  { accountId, flowId }: Place,
  settings: ReadonlyMap<number, Record<string, unknown>>,
): Promise<void> => {
  const texts = [...settings.values()].map((values) => JSON.stringify(values))
  await tx.run(SETTINGS, [accountId, flowId, [...settings.keys()], texts])
}

/** Draws links between steps whose ids are known, and notes. */
export const drawRest = async (
  tx: Tx,
  now: Date,
  { accountId, flowId }: Place,
  { links, notes }: { links: readonly FileLink[]; notes: readonly FileNote[] },
  steps: ReadonlyMap<number, number>,
): Promise<void> => {
  const drawn = links.filter(({ source, target }) => steps.has(source) && steps.has(target))
  await tx.run(LINKS, [
    accountId,
    flowId,
    now,
    drawn.map(({ source }) => steps.get(source)),
    drawn.map(({ target }) => steps.get(target)),
    drawn.map(({ condition }) => condition ?? ''),
  ])
  await tx.run(NOTES, [
    accountId,
    flowId,
    notes.map(({ type }) => type),
    notes.map(({ text }) => text),
    notes.map(({ fontSize }) => fontSize),
    notes.map(({ x }) => x),
    notes.map(({ y }) => y),
    notes.map(({ width }) => width),
    notes.map(({ height }) => height),
  ])
}
