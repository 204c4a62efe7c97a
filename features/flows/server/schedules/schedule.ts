import type { Change } from '@millrace/kit/jobs'
import { stepTypeOf } from '../../contract/index.ts'
import { triggerRunOf } from '../engine/runners.ts'
import type { Schedule, TriggerMatch } from '../engine/triggerMatch.ts'

/** Rings the loop that knows when schedules are due. */
export const TIMES = 'flow-times'
/** What lets a person in by the clock: the change `flow.due` about a step, which tells the key of the entry. */
export const DUE = 'flow.due'

/** Looks for what the clock says about a step. */
export const dueMatch = (stepId: number): TriggerMatch => ({
  kind: DUE,
  about: { id: stepId },
  meets: ({ data }: Change) => ({ key: typeof data?.key === 'string' ? data.key : null }),
})

/** A row of `flow_schedules`. */
export type ScheduleRow = {
  stepId: number
  flowId: number
  serviceId: string
  operationKey: string
  input: Record<string, unknown>
  zone: string
  isLive: boolean
  since: Date
  anchor: Date
  queuedAt: Date | null
  nextAt: Date | null
  walkAt: Date | null
  walkedTo: number
  lastAt: Date | null
  isDated: boolean
  generation: number
  builtTo: number | null
  /** What its flow takes: 0 are people, else a kind of objects. */
  kindId: number
}

/** The columns of a schedule `s` of the account $1. */
export const COLUMNS = `s.step_id as "stepId", s.flow_id as "flowId", s.service_id as "serviceId", s.operation_key as "operationKey",
  s.input, s.zone, s.is_live as "isLive", s.since, s.anchor, s.queued_at as "queuedAt", s.next_at as "nextAt",
  s.walk_at as "walkAt", s.walked_to as "walkedTo", s.last_at as "lastAt", s.is_dated as "isDated", s.generation,
  s.built_to as "builtTo", (select k.kind_id from flows k where k.account_id = $1 and k.id = s.flow_id) as "kindId"`

type Filled = { serviceId: string; operationKey: string; input: Record<string, unknown> }

/** When a step lets people in by the clock; undefined for other steps and while its settings are not complete. */
export const scheduleOf = (step: Filled, stepId: number): Schedule | undefined => {
  const trigger = triggerRunOf(step)
  if (!trigger?.schedule) return undefined
  const read = stepTypeOf(step)?.values.safeParse(step.input)
  return read?.success ? trigger.schedule(read.data, stepId) : undefined
}
