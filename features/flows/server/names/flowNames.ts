import type { House, Tx } from '@millrace/kit/server'
import type { Mention, NameKeeper, TagRenaming } from '@millrace/people/server'
import { Conditions, namesIn, withTagRenamed } from '@millrace/segments/contract'
import { graphChanged, holdFlow } from '../verbs/editFlow.ts'

type Input = Record<string, unknown>
type Row = { stepId: number; flowId: number; name: string; isActive: boolean; operationKey: string; input: Input }

/** The steps of flows that are not archived, or of all. */
const STEPS = `select s.id as "stepId", s.flow_id as "flowId", s.operation_key as "operationKey", s.input, f.name,
    f.status = 'on' as "isActive"
  from flow_steps s join flows f on f.account_id = $1 and f.id = s.flow_id
  where s.account_id = $1 and ($2 or f.archived_at is null) order by s.account_id, s.flow_id, s.id`

/** Writes a step's settings. */
const WRITE = 'update flow_steps set input = $3 where account_id = $1 and id = $2'

/** Person fields that a step's settings say in Liquid. */
const LIQUID = /\{[{%][^}]*?\bperson\.([\w.-]+)/g

/** The conditions of a step that are about people; those of an event trigger are about the event. */
const conditionsOf = ({ operationKey, input }: Pick<Row, 'operationKey' | 'input'>): Conditions | undefined => {
  if (operationKey === '/event') return undefined
  const read = Conditions.safeParse(input.conditions)
  return read.success ? read.data : undefined
}

const mentionsOfStep = (row: Row): Mention[] => {
  const { flowId, name, isActive, input } = row
  const use = { kind: 'flow', id: flowId, name, isActive } as const
  const conditions = conditionsOf(row)
  const said = conditions ? namesIn(conditions) : { tags: [], fields: [] }
  const tags = typeof input.tag === 'string' ? [...said.tags, input.tag.trim().toLowerCase()] : said.tags
  const fields = typeof input.field === 'string' && input.field ? [...said.fields, input.field] : [...said.fields]
  for (const [, field = ''] of JSON.stringify(input).matchAll(LIQUID)) fields.push(field)
  return [
    ...tags.map((tag) => ({ what: 'tag', name: tag, use }) as const),
    ...fields.map((field) => ({ what: 'field', name: field, use }) as const),
  ]
}

const reworded = (row: Row, { from, to }: TagRenaming): Input => {
  const { input } = row
  const conditions = conditionsOf(row)
  const isTag = typeof input.tag === 'string' && input.tag.trim().toLowerCase() === from.toLowerCase()
  const isSaid = conditions && namesIn(conditions).tags.includes(from.toLowerCase())
  return {
    ...input,
    ...(isTag && { tag: to }),
    ...(isSaid && { conditions: withTagRenamed(conditions, from, to) }),
  }
}

/** A flow that is on gets a version of its own for it: people who are in it go on by the new name at once. */
const renameTag = async (tx: Tx, house: House, accountId: number, renaming: TagRenaming): Promise<void> => {
  const rows = await tx.rows<Row>(STEPS, [accountId, true], 'flows-steps-names')
  const from = renaming.from.toLowerCase()
  const concerned = rows.filter((row) => mentionsOfStep(row).some(({ what, name }) => what === 'tag' && name === from))
  for (const flowId of new Set(concerned.map((row) => row.flowId))) {
    const flow = await holdFlow(tx, accountId, flowId)
    for (const row of concerned.filter((one) => one.flowId === flowId)) {
      await tx.run(WRITE, [accountId, row.stepId, JSON.stringify(reworded(row, renaming))])
    }
    await graphChanged(tx, house, { accountId, memberId: renaming.memberId }, flow, null)
  }
}

/** The names of tags and fields that steps of flows say. */
export const flowNames = (house: House): NameKeeper => ({
  mentionsOf: async (tx, accountId) =>
    (await tx.rows<Row>(STEPS, [accountId, false], 'flows-steps-names')).flatMap(mentionsOfStep),
  renameTag: (tx, accountId, renaming) => renameTag(tx, house, accountId, renaming),
})
