import type { House } from '@millrace/kit/server'
import { plugStepTypes, type ServiceName, type StepType } from '../../contract/index.ts'
import { plugStepRuns } from '../engine/runners.ts'
import type { StepRun } from '../engine/stepRun.ts'
import type { TriggerRun } from '../engine/triggerMatch.ts'

/** What an operation of a service is asked: for which step, with which settings so far. */
export type OperationAsked = {
  house: House
  accountId: number
  stepId: number
  /** Settings of the step as they stand in the drawer. */
  values: Record<string, unknown>
}

/** Finds out what a dynamic field offers: the JSON schema of its value, `{ type: 'string', oneOf: [{ const, title }] }` say. */
export type ServiceOperation = (asked: OperationAsked) => Promise<Record<string, unknown>>

/** Everything that the server has to know of a service's steps. */
export type ServiceSteps<T extends readonly object[]> = {
  service: ServiceName
  types: { [K in keyof T]: StepType<T[K]> }
  /** How its filters and actions treat people, by operation key. */
  runs?: Readonly<Record<string, StepRun<never>>>
  /** What its triggers look for, by operation key. */
  triggers?: Readonly<Record<string, TriggerRun<never>>>
  /** What its dynamic fields ask, by the name that their marker says. */
  operations?: Readonly<Record<string, ServiceOperation>>
}

const operationsOf = new Map<string, Readonly<Record<string, ServiceOperation>>>()

/** Gives flows the steps of a service. Each type needs a run or a trigger of its key. */
export const plugSteps = <T extends readonly object[]>({
  service,
  types,
  runs = {},
  triggers = {},
  operations = {},
}: ServiceSteps<T>): void => {
  for (const { operationKey, type } of types as readonly Pick<StepType, 'operationKey' | 'type'>[]) {
    const known = type === 'trigger' ? triggers[operationKey] : runs[operationKey]
    if (!known) throw new Error(`Nothing says how the step ${operationKey} of ${service.id} runs.`)
  }
  plugStepTypes<T>(service, types)
  plugStepRuns(service.id, { runs, triggers })
  operationsOf.set(service.id, operations)
}

/** The operations of a service's dynamic fields; undefined where the service is not known. */
export const operationsOfService = (id: string) => operationsOf.get(id)
