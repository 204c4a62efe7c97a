import { type PackedEmail, packEmails } from '@millrace/emails/server'
import type { Tx } from '@millrace/kit/server'
import { type PackedSegment, packSegments } from '@millrace/segments/server'
import type { Flow } from '../../contract/index.ts'
import { kindOfFlow } from '../subjects/subjects.ts'
import type { FileField, FileStep, FlowFile } from './flowFile.ts'
import { fieldsOfEmail, refsOfConditions, refsOfStep } from './refsOfFile.ts'

/** Fields of a kind of objects, by name. */
const OBJECT_FIELDS = `select name, title, type, format, is_array as "isArray" from object_fields
  where account_id = $1 and name = any($2::text[]) and schema_id = $3 order by name`

/** Fields that members or services made, by name. */
const FIELDS = `select name, title, type, format, is_array as "isArray" from person_fields
  where account_id = $1 and name = any($2::text[]) and not is_first_class order by name`

const stepsOf = (flow: Flow): FileStep[] =>
  Object.values(flow.steps).map(({ id, serviceId, operationKey, inputFields, data }) => ({
    id,
    serviceId,
    operationKey,
    values: inputFields.values,
    title: data.title,
    ...data.editor.coordinates,
  }))

/** Emails and segments of some steps, and those that these segments are about. */
const packThings = async (tx: Tx, accountId: number, steps: readonly FileStep[]) => {
  const refs = steps.map(refsOfStep)
  const segments = await packSegments(
    tx,
    accountId,
    refs.flatMap((one) => one.segments),
  )
  const inner = segments.flatMap(({ conditions }) => refsOfConditions(conditions).emails)
  const ids = [...new Set([...refs.flatMap((one) => one.emails), ...inner])]
  return { segments, emails: await packEmails(tx, accountId, ids) }
}

const packFields = (
  tx: Tx,
  accountId: number,
  kindId: number,
  { steps, segments, emails }: { steps: readonly FileStep[]; segments: PackedSegment[]; emails: PackedEmail[] },
): Promise<FileField[]> => {
  const names = [
    ...steps.flatMap((step) => refsOfStep(step).fields),
    ...segments.flatMap(({ conditions }) => refsOfConditions(conditions).fields),
    ...emails.flatMap(fieldsOfEmail),
  ]
  return kindId
    ? tx.rows<FileField>(OBJECT_FIELDS, [accountId, [...new Set(names)], kindId])
    : tx.rows<FileField>(FIELDS, [accountId, [...new Set(names)]], 'flows-pack-fields')
}

/** What of a flow is its own: steps as they stand, links and notes. */
export const packSteps = (flow: Flow): Omit<FlowFile, 'emails' | 'segments' | 'fields'> => ({
  name: flow.name,
  objectType: flow.objectType,
  color: flow.color,
  data: flow.data,
  steps: stepsOf(flow),
  links: flow.links.map(({ source, target, data }) => ({ source, target, condition: data.condition })),
  notes: flow.decorations.map(({ type, text, fontSize, coordinates, dimensions }) => ({
    type,
    text,
    fontSize,
    ...coordinates,
    ...dimensions,
  })),
})

/** Everything of an account that some steps of a flow name, which takes people or a kind of objects. */
export const packRefs = async (
  tx: Tx,
  accountId: number,
  kindId: number,
  steps: readonly FileStep[],
): Promise<Pick<FlowFile, 'emails' | 'segments' | 'fields'>> => {
  const things = await packThings(tx, accountId, steps)
  return { ...things, fields: await packFields(tx, accountId, kindId, { steps: [...steps], ...things }) }
}

/** A flow with everything attached to it, as it stands. */
export const packFlow = async (tx: Tx, accountId: number, flow: Flow): Promise<FlowFile> => {
  const own = packSteps(flow)
  const { kindId = 0 } = (await kindOfFlow(tx, accountId, flow.id)) ?? {}
  return { ...own, ...(await packRefs(tx, accountId, kindId, own.steps)) }
}
