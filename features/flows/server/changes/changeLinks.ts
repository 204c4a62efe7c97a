import { conflict, refused } from '@millrace/kit/server'
import { exitsOf, type FlowChanges, type Link, type Step, stepTypeOf } from '../../contract/index.ts'
import type { Gesture } from './gesture.ts'

type Links = NonNullable<FlowChanges['links']>
/** A link whose ends are ids. */
export type NewLink = { key: string; source: number; target: number; condition: string; isRetriggering: boolean }

/** Makes a link; the same link twice is one. */
const INSERT = `insert into flow_links (account_id, flow_id, source, target, condition, is_retriggering, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (account_id, source, condition, target) do update set is_retriggering = excluded.is_retriggering
  returning id`

/** Deletes links. */
const DELETE = 'delete from flow_links where account_id = $1 and flow_id = $2 and id = any($3::bigint[])'

/** Lets a link leave by another exit, or take along those who are past its source. */
const CHANGE = `update flow_links set condition = $4, is_retriggering = is_retriggering or $5
  where account_id = $1 and flow_id = $2 and id = $3`

/** Refuses a link that cannot be. */
export const checkEnds = (source: Step | undefined, target: Step | undefined, condition: string): void => {
  if (!source || !target) throw conflict('A step of this link is not there any more.')
  if (source.integrationId !== target.integrationId) throw refused('The two steps belong to different flows.')
  if (source.id === target.id) throw refused('A step cannot lead to itself.')
  if (target.type === 'trigger') throw refused('Nothing leads to a trigger: people enter there.')
  if (stepTypeOf(source)?.hasWayOut === false)
    throw refused('Nothing comes after this step: people leave the flow there.')
  const exits = exitsOf(source)
  if (exits.length && !exits.includes(condition))
    throw refused(
      condition ? `This step has no exit “${condition}”.` : `Say by which exit people go: ${exits.join(' or ')}.`,
    )
  if (!exits.length && condition) throw refused(`This step has no exit “${condition}”.`)
}

/** Deletes links; those that are gone already are what was wished for. */
export const removeLinks = async ({ tx, editor, flow }: Gesture, ids: readonly number[]): Promise<number> =>
  ids.length ? tx.run(DELETE, [editor.accountId, flow.id, ids]) : 0

/** Lets links leave by other exits. */
export const changeLinks = async (
  { tx, editor, flow }: Gesture,
  changed: NonNullable<Links['change']>,
  steps: ReadonlyMap<number, Step>,
  links: readonly Link[],
): Promise<void> => {
  for (const { id, condition, retrigger = false } of changed) {
    const link = links.find((one) => one.id === id)
    if (!link) throw conflict('Somebody else deleted this link meanwhile.')
    const exit = (condition === undefined ? link.data.condition : condition) ?? ''
    checkEnds(steps.get(link.source), steps.get(link.target), exit)
    const isThere = links.some(
      (one) =>
        one.id !== id &&
        one.source === link.source &&
        one.target === link.target &&
        (one.data.condition ?? '') === exit,
    )
    if (isThere) throw refused('These two steps are linked that way already.')
    await tx.run(CHANGE, [editor.accountId, flow.id, id, exit, retrigger], 'flows-link-change')
  }
}

/** Makes links; answers the id of each by its key. */
export const addLinks = async (
  { tx, editor, flow, now }: Gesture,
  added: readonly NewLink[],
  steps: ReadonlyMap<number, Step>,
): Promise<Map<string, number>> => {
  const ids = new Map<string, number>()
  for (const { key, source, target, condition, isRetriggering } of added) {
    checkEnds(steps.get(source), steps.get(target), condition)
    const values = [editor.accountId, flow.id, source, target, condition, isRetriggering, now]
    ids.set(key, (await tx.one<{ id: number }>(INSERT, values, 'flows-link-add'))!.id)
  }
  return ids
}
