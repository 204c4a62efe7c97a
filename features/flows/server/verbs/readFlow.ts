import { notFound, type Tx } from '@millrace/kit/server'
import {
  type Decoration,
  type Flow,
  type FlowHead,
  type FlowStatus,
  type Link,
  type Step,
  schemaOf,
  serviceNamed,
  stepTypeOf,
  summaryOf,
} from '../../contract/index.ts'

type HeadRow = {
  id: number
  name: string
  status: FlowStatus
  objectType: 'person' | 'company'
  recipe: string | null
  color: string | null
  aiGenerated: boolean
  canEnterOnce: boolean
  oncePerPeriod: FlowHead['data']['canEnterOncePerPeriod']
  version: number
  revision: number
  createdAt: Date
  updatedAt: Date
  activatedAt: Date | null
  archivedAt: Date | null
  updatedBy: number
  updatedByName: string | null
}

/** A row of `flow_steps` with its counters. */
export type StepRow = {
  id: number
  flowId: number
  serviceId: string
  operationKey: string
  input: Record<string, unknown>
  title: string | null
  x: number
  y: number
  isDuplicate: boolean
  createdAt: Date
  updatedAt: Date
  entered: number
  queued: number
  failed: number
}

type LinkRow = {
  id: number
  flowId: number
  source: number
  target: number
  condition: string
  isRetriggering: boolean
}

type DecorationRow = Pick<Decoration, 'id' | 'type' | 'text' | 'fontSize'> & {
  flowId: number
  x: number
  y: number
  width: number
  height: number
}

/** The columns of a flow's head; the table is `flows f` with `left join members m`. */
export const HEAD_COLUMNS = `f.id, f.name, f.status, f.object_type as "objectType", f.color, f.recipe, f.is_ai_generated as "aiGenerated",
  f.can_enter_once as "canEnterOnce", f.once_per_period as "oncePerPeriod", f.version, f.revision, f.created_at as "createdAt",
  f.updated_at as "updatedAt", f.activated_at as "activatedAt", f.archived_at as "archivedAt",
  f.updated_by as "updatedBy", coalesce(nullif(m.name, ''), m.email) as "updatedByName"`

const HEAD = `select ${HEAD_COLUMNS} from flows f left join members m on m.id = f.updated_by
  where f.account_id = $1 and f.id = $2 and f.deleted_at is null`

const STEP_COLUMNS = `s.id, s.flow_id as "flowId", s.service_id as "serviceId", s.operation_key as "operationKey", s.input,
  s.title, s.x, s.y, s.is_duplicate as "isDuplicate", s.created_at as "createdAt", s.updated_at as "updatedAt",
  coalesce(c.entered, 0) as entered, coalesce(c.queued, 0) as queued, coalesce(c.failed, 0) as failed`

/** Steps of some flows, or one step, with people counted. */
const STEPS = `select ${STEP_COLUMNS} from flow_steps s
  left join flow_step_counts c on c.account_id = s.account_id and c.step_id = s.id
  where s.account_id = $1 and ($2::bigint[] is null or s.flow_id = any($2::bigint[]))
    and s.deleted_at is null and ($3::bigint is null or s.id = $3::bigint) and ($4::text[] is null or s.operation_key = any($4::text[]))
  order by s.account_id, s.id`

/** Links of a flow, or one link. */
const LINKS = `select id, flow_id as "flowId", source, target, condition, is_retriggering as "isRetriggering"
  from flow_links where account_id = $1 and ($2::bigint is null or flow_id = $2::bigint)
    and ($3::bigint is null or id = $3::bigint) order by account_id, id`

/** Decorations of a flow, or one of them. */
const DECORATIONS = `select id, flow_id as "flowId", type, text, font_size as "fontSize", x, y, width, height
  from flow_decorations where account_id = $1 and ($2::bigint is null or flow_id = $2::bigint)
    and ($3::bigint is null or id = $3::bigint) order by account_id, id`

export const toHead = (row: HeadRow): FlowHead => ({
  id: row.id,
  name: row.name,
  status: row.status,
  objectType: row.objectType,
  color: row.color,
  recipe: row.recipe,
  aiGenerated: row.aiGenerated,
  archived: row.archivedAt !== null,
  data: { canEnterOnce: row.canEnterOnce, canEnterOncePerPeriod: row.oncePerPeriod },
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  lastSaved: row.updatedAt.toISOString(),
  activatedAt: row.activatedAt?.toISOString() ?? null,
  updatedBy: row.updatedByName === null ? null : { id: row.updatedBy, name: row.updatedByName },
})

const previewOf = (row: StepRow): string => {
  const { title, text } = summaryOf({ ...row, inputFields: { values: row.input } })
  return [title, text].filter(Boolean).join(': ')
}

export const toStep = (row: StepRow): Step => {
  const type = stepTypeOf(row)
  return {
    id: row.id,
    integrationId: row.flowId,
    type: type?.type ?? 'action',
    serviceId: row.serviceId,
    operationKey: row.operationKey,
    inputFields: { schema: type ? schemaOf(type) : {}, values: row.input },
    outputFields: { schema: type?.outputs(row.input) ?? {}, values: {} },
    data: {
      editor: {
        coordinates: { x: row.x, y: row.y },
        mustConfig: {
          configStep: !type?.values.safeParse(row.input).success,
          mapInputFields: type?.mustConfig().mapInputFields ?? false,
          mapOutputFields: type?.mustConfig().mapOutputFields ?? false,
        },
      },
      peopleCounts: { entered: row.entered, queued: row.queued },
      title: row.title,
      isDuplicate: row.isDuplicate,
      failed: row.failed,
    },
    displayLabel: type?.label ?? 'Unknown step',
    description: type?.description ?? '',
    preview: previewOf(row),
    producesEndUsers: type?.type === 'trigger',
    consumesEndUsers: type !== undefined && type.type !== 'trigger',
    linkConditions: [...(type?.exits(row.input) ?? [])],
    service: serviceNamed(row.serviceId),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

const toLink = ({ id, flowId, source, target, condition, isRetriggering }: LinkRow): Link => ({
  id,
  integrationId: flowId,
  source,
  target,
  data: { condition: condition || null, retriggerObjectsUponActivation: isRetriggering },
})

const toDecoration = ({ flowId, x, y, width, height, ...rest }: DecorationRow): Decoration => ({
  ...rest,
  integrationId: flowId,
  coordinates: { x, y },
  dimensions: { width, height },
})

/** Steps of flows; with `operationKeys` only those of some types. */
export const readSteps = async (
  tx: Tx,
  accountId: number,
  flowIds: readonly number[],
  operationKeys?: readonly string[],
): Promise<Step[]> =>
  (await tx.rows<StepRow>(STEPS, [accountId, flowIds, null, operationKeys ?? null], 'flows-steps')).map(toStep)

/** One step; 404 where it is not there. */
export const readStep = async (tx: Tx, accountId: number, stepId: number): Promise<Step> => {
  const row = await tx.one<StepRow>(STEPS, [accountId, null, stepId, null], 'flows-steps')
  if (!row) throw notFound()
  return toStep(row)
}

export const readLinks = async (tx: Tx, accountId: number, flowId: number): Promise<Link[]> =>
  (await tx.rows<LinkRow>(LINKS, [accountId, flowId, null], 'flows-links')).map(toLink)

/** One link; 404 where it is not there. */
export const readLink = async (tx: Tx, accountId: number, linkId: number): Promise<Link> => {
  const row = await tx.one<LinkRow>(LINKS, [accountId, null, linkId], 'flows-links')
  if (!row) throw notFound()
  return toLink(row)
}

/** One decoration; 404 where it is not there. */
export const readDecoration = async (tx: Tx, accountId: number, decorationId: number): Promise<Decoration> => {
  const row = await tx.one<DecorationRow>(DECORATIONS, [accountId, null, decorationId], 'flows-decorations')
  if (!row) throw notFound()
  return toDecoration(row)
}

/** A flow with everything on its canvas; 404 where it is not there. */
export const readFlow = async (tx: Tx, accountId: number, flowId: number): Promise<Flow> => {
  const head = await tx.one<HeadRow>(HEAD, [accountId, flowId], 'flows-head')
  if (!head) throw notFound()
  const steps = await readSteps(tx, accountId, [flowId])
  const decorations = await tx.rows<DecorationRow>(DECORATIONS, [accountId, flowId, null], 'flows-decorations')
  return {
    ...toHead(head),
    version: head.version,
    revision: head.revision,
    steps: Object.fromEntries(steps.map((step) => [step.id, step])),
    links: await readLinks(tx, accountId, flowId),
    decorations: decorations.map(toDecoration),
  }
}
