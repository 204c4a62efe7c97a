import type { House, Tx } from '@millrace/kit/server'
import type { ObjectFieldMention } from '@millrace/objects/server'
import type { Mention, NameKeeper, TagRenaming } from '@millrace/people/server'
import { Conditions, withTagRenamed } from '@millrace/segments/contract'
import { type Dictionary, loadDictionary, type Named, namedIn } from '@millrace/segments/server'
import { refsOf, rewriteRefs, stepTypeOf } from '../../contract/index.ts'
import { graphChanged, holdFlow } from '../verbs/editFlow.ts'

type Input = Record<string, unknown>
type Row = {
  stepId: number
  flowId: number
  name: string
  isActive: boolean
  serviceId: string
  operationKey: string
  input: Input
  kindId: number
}

/** The steps of flows that are not archived, or of all. */
const STEPS = `select s.id as "stepId", s.flow_id as "flowId", s.service_id as "serviceId", s.operation_key as "operationKey", s.input, f.name,
    f.status = 'on' as "isActive", f.kind_id as "kindId"
  from flow_steps s join flows f on f.account_id = $1 and f.id = s.flow_id
  where s.account_id = $1 and ($2 or (f.archived_at is null and s.deleted_at is null)) order by s.account_id, s.flow_id, s.id`

/** Writes a step's settings. */
const WRITE = 'update flow_steps set input = $3 where account_id = $1 and id = $2'

type Step = Row & { named: Named }

/** What a step names: of those who go through its flow, and along what is associated with them. */
const namedBy = (row: Row, associations: Dictionary['associations']): Named => {
  const kind = row.kindId || null
  const { tags, newTags, oldTags, fields, conditions } = refsOf(stepTypeOf(row), row.input)
  const asked = conditions.map((group) => namedIn(group, kind, associations))
  return {
    tags: [
      ...[...tags, ...newTags, ...oldTags].map((tag) => tag.trim().toLowerCase()),
      ...asked.flatMap((one) => one.tags),
    ],
    fields: [...fields.map((name) => ({ kind, name })), ...asked.flatMap((one) => one.fields)],
  }
}

/** The steps of flows that are not archived, or of all, with what they name. */
const readSteps = async (tx: Tx, { clock }: House, accountId: number, all: boolean): Promise<Step[]> => {
  const { associations } = await loadDictionary(tx, accountId, clock.now())
  const rows = await tx.rows<Row>(STEPS, [accountId, all], 'flows-steps-names')
  return rows.map((row) => ({ ...row, named: namedBy(row, associations) }))
}

const useOf = ({ flowId, name, isActive }: Row) => ({ kind: 'flow', id: flowId, name, isActive }) as const

const mentionsOfStep = ({ named, ...row }: Step): Mention[] => [
  ...named.tags.map((name) => ({ what: 'tag', name, use: useOf(row) }) as const),
  ...named.fields
    .filter(({ kind }) => kind === null)
    .map(({ name }) => ({ what: 'field', name, use: useOf(row) }) as const),
]

const reworded = (row: Row, { from, to }: TagRenaming): Input => {
  const type = stepTypeOf(row)
  const isIt = (tag: string) => tag.trim().toLowerCase() === from.toLowerCase()
  const input = rewriteRefs(type, row.input, { tag: (tag) => (isIt(tag) ? to : tag) })
  // Where two conditions then say the same of that tag, one goes.
  for (const [setting, holding] of Object.entries(type?.holds ?? {})) {
    const read = holding === 'conditions' ? Conditions.safeParse(input[setting]) : undefined
    if (read?.success) input[setting] = withTagRenamed(read.data, from, to)
  }
  return input
}

/** A flow that is on gets a version of its own for it: people who are in it go on by the new name at once. */
const renameTag = async (tx: Tx, house: House, accountId: number, renaming: TagRenaming): Promise<void> => {
  const from = renaming.from.toLowerCase()
  const concerned = (await readSteps(tx, house, accountId, true)).filter(({ named }) => named.tags.includes(from))
  for (const flowId of new Set(concerned.map((row) => row.flowId))) {
    const flow = await holdFlow(tx, accountId, flowId)
    for (const row of concerned.filter((one) => one.flowId === flowId)) {
      await tx.run(WRITE, [accountId, row.stepId, JSON.stringify(reworded(row, renaming))])
    }
    await graphChanged(tx, house, { accountId, memberId: renaming.memberId }, flow, null)
  }
}

/** The names of tags and of people's fields that steps of flows say. */
export const flowNames = (house: House): NameKeeper => ({
  mentionsOf: async (tx, accountId) => (await readSteps(tx, house, accountId, false)).flatMap(mentionsOfStep),
  renameTag: (tx, accountId, renaming) => renameTag(tx, house, accountId, renaming),
})

/** The names of objects' fields that steps of flows say. */
export const objectFieldsInFlows =
  (house: House) =>
  async (tx: Tx, accountId: number): Promise<ObjectFieldMention[]> =>
    (await readSteps(tx, house, accountId, false)).flatMap(({ named, ...row }) =>
      named.fields.flatMap(({ kind, name }) => (kind === null ? [] : [{ schemaId: kind, name, use: useOf(row) }])),
    )
