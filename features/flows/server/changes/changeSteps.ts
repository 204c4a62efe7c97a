import { isDeepStrictEqual } from 'node:util'
import { conflict, Refusal, refused } from '@millrace/kit/server'
import { type FlowChanges, fitsFlow, misfit, type Step, settingsProblemsOf, stepTypeOf } from '../../contract/index.ts'
import { thingProblems } from '../verbs/flowProblems.ts'
import type { Gesture } from './gesture.ts'

type Steps = NonNullable<FlowChanges['steps']>
type Added = NonNullable<Steps['add']>[number]
type Changed = NonNullable<Steps['change']>[number]

/** New ids for steps. */
const IDS = `select nextval(pg_get_serial_sequence('flow_steps', 'id')) as id from generate_series(1, $1::int)`

/** Writes steps that are new. */
const INSERT = `insert into flow_steps (account_id, flow_id, id, service_id, operation_key, input, title, x, y, is_duplicate, created_at, updated_at)
  overriding system value
  select $1::int, $2::bigint, u.id, u.service_id, u.operation_key, u.input::jsonb, u.title, u.x, u.y, u.is_duplicate, $3::timestamptz, $3::timestamptz
  from unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::float8[], $10::float8[], $11::bool[])
    as u(id, service_id, operation_key, input, title, x, y, is_duplicate)`

/** Brings deleted steps back as they are told to be; answers those that were there to come back. */
const RESTORE = `update flow_steps s set deleted_at = null, input = u.input::jsonb, title = u.title, x = u.x, y = u.y, updated_at = $3
  from unnest($4::bigint[], $5::text[], $6::text[], $7::float8[], $8::float8[]) as u(id, input, title, x, y)
  where s.account_id = $1 and s.flow_id = $2 and s.id = u.id and s.deleted_at is not null returning s.id`

/** Writes what changed about steps; what is null stays, titles where it is told. */
const UPDATE = `update flow_steps s set input = coalesce(u.input::jsonb, s.input), x = coalesce(u.x, s.x), y = coalesce(u.y, s.y),
    title = case when u.is_titled then u.title else s.title end, updated_at = $2
  from unnest($3::bigint[], $4::text[], $5::float8[], $6::float8[], $7::bool[], $8::text[]) as u(id, input, x, y, is_titled, title)
  where s.account_id = $1 and s.id = u.id and s.deleted_at is null`

/** Marks steps as deleted; they stay to be undone. */
const DELETE = `update flow_steps set deleted_at = $3, updated_at = $3
  where account_id = $1 and id = any($2::bigint[]) and deleted_at is null`

/** Links of deleted steps go with them. */
const DELETE_LINKS = `delete from flow_links where account_id = $1 and (source = any($2::bigint[]) or target = any($2::bigint[]))`

/** Somebody else changed the same step meanwhile. */
export const changedMeanwhile = (stepId: number): Refusal =>
  new Refusal(409, 'Conflict', 'Somebody else changed this step meanwhile.', {
    issues: [{ path: ['steps', stepId], message: 'Changed meanwhile.' }],
  })

/** Adds steps, or brings deleted ones back; answers the id of each by its key. */
export const addSteps = async (
  { tx, editor, flow, now }: Gesture,
  added: readonly Added[],
): Promise<Map<string, number>> => {
  const ids = new Map<string, number>()
  if (!added.length) return ids
  for (const step of added) {
    const type = stepTypeOf(step)
    if (!type) throw refused('Unknown step')
    if (!fitsFlow(type, flow.objectType)) throw refused(misfit(type.label, flow.objectType))
  }
  const [fresh, back] = [added.filter(({ id }) => !id), added.filter(({ id }) => id)]
  if (back.length) {
    const values = [
      back.map(({ id }) => id),
      back.map(({ values }) => JSON.stringify(values)),
      back.map(({ title }) => title || null),
      back.map(({ x }) => x),
      back.map(({ y }) => y),
    ]
    const restored = await tx.rows<{ id: number }>(RESTORE, [editor.accountId, flow.id, now, ...values])
    if (restored.length < back.length) throw conflict('A step of it is there already, or cannot be brought back.')
    for (const { key, id } of back) ids.set(key, id as number)
  }
  if (!fresh.length) return ids
  const news = await tx.rows<{ id: number }>(IDS, [fresh.length])
  for (const [index, { key }] of fresh.entries()) ids.set(key, news[index]!.id)
  await tx.run(INSERT, [
    editor.accountId,
    flow.id,
    now,
    news.map(({ id }) => id),
    fresh.map(({ serviceId }) => serviceId),
    fresh.map(({ operationKey }) => operationKey),
    fresh.map(({ values }) => JSON.stringify(values)),
    fresh.map(({ title }) => title || null),
    fresh.map(({ x }) => x),
    fresh.map(({ y }) => y),
    fresh.map(({ isDuplicate }) => isDuplicate ?? false),
  ])
  return ids
}

/** Changes steps; settings that somebody else changed meanwhile are never written over. Answers the ids whose settings are new. */
export const changeSteps = async (
  { tx, editor, now }: Gesture,
  changed: readonly Changed[],
  before: ReadonlyMap<number, Step>,
): Promise<number[]> => {
  if (!changed.length) return []
  for (const { id, before: seen } of changed) {
    const step = before.get(id)
    if (!step) throw conflict('Somebody else deleted this step meanwhile.')
    if (seen && !isDeepStrictEqual(seen, step.inputFields.values)) throw changedMeanwhile(id)
  }
  await tx.run(UPDATE, [
    editor.accountId,
    now,
    changed.map(({ id }) => id),
    changed.map(({ values }) => (values ? JSON.stringify(values) : null)),
    changed.map(({ x }) => x ?? null),
    changed.map(({ y }) => y ?? null),
    changed.map(({ title }) => title !== undefined),
    changed.map(({ title }) => title || null),
  ])
  return changed.flatMap(({ id, values }) =>
    values && !isDeepStrictEqual(values, before.get(id)?.inputFields.values) ? [id] : [],
  )
}

/** Deletes steps with their links; people who stand there were moved before. */
export const removeSteps = async ({ tx, editor, now }: Gesture, ids: readonly number[]): Promise<void> => {
  if (!ids.length) return
  await tx.run(DELETE_LINKS, [editor.accountId, ids])
  await tx.run(DELETE, [editor.accountId, ids, now])
}

/** People run through an active flow at once, so what a step names must be there. Settings that are missing only hold people up. */
export const checkThings = async (
  { tx, doors, editor, flow }: Gesture,
  changed: readonly Step[],
  all: readonly Step[],
) => {
  const ready = changed.filter((step) => !settingsProblemsOf(step).length)
  if (flow.status !== 'on' || !ready.length) return
  const [first] = await thingProblems(tx, doors, editor.accountId, flow, ready, all)
  if (first) throw refused(first.message)
}
