import { CORE_RUNS, CORE_TRIGGERS } from '../../steps/catalogue/core.runs.ts'
import { DECIDING_RUNS, DECIDING_TRIGGERS } from '../../steps/catalogue/deciding.runs.ts'
import { OUTSIDE_RUNS, OUTSIDE_TRIGGERS } from '../../steps/catalogue/outside.runs.ts'
import { TIME_TRIGGERS } from '../../steps/catalogue/time.runs.ts'
import { allGo, type StepRun } from './stepRun.ts'
import type { TriggerRun } from './triggerMatch.ts'

type Keyed = { serviceId: string; operationKey: string }

const OURS = 'millrace'

/** How filters and actions treat people, by operation key. */
const STEP_RUNS: Readonly<Record<string, StepRun<never>>> = {
  ...CORE_RUNS,
  ...DECIDING_RUNS,
  ...OUTSIDE_RUNS,
} satisfies Record<string, StepRun<never>>

/** What triggers look for, by operation key. */
const TRIGGER_RUNS: Readonly<Record<string, TriggerRun<never>>> = {
  ...CORE_TRIGGERS,
  ...DECIDING_TRIGGERS,
  ...TIME_TRIGGERS,
  ...OUTSIDE_TRIGGERS,
} satisfies Record<string, TriggerRun<never>>

type Runs = { runs: Readonly<Record<string, StepRun<never>>>; triggers: Readonly<Record<string, TriggerRun<never>>> }

const runsOf = new Map<string, Runs>([[OURS, { runs: STEP_RUNS, triggers: TRIGGER_RUNS }]])

/** Says how steps of a service treat people, and what its triggers look for, by operation key. */
export const plugStepRuns = (serviceId: string, runs: Runs): void => {
  if (serviceId === OURS) throw new Error('These steps are ours.')
  runsOf.set(serviceId, runs)
}

/** How a filter or an action treats people; undefined for triggers and for what is not known. */
export const stepRunOf = ({ serviceId, operationKey }: Keyed): StepRun<unknown> | undefined =>
  runsOf.get(serviceId)?.runs[operationKey] as StepRun<unknown> | undefined

/** What a trigger looks for; undefined for other steps and for what is not known. */
export const triggerRunOf = ({ serviceId, operationKey }: Keyed): TriggerRun<unknown> | undefined =>
  runsOf.get(serviceId)?.triggers[operationKey] as TriggerRun<unknown> | undefined

/** People pass a trigger as soon as they have entered. */
export const runTrigger: StepRun<unknown> = { usesDatabase: false, run: (_context, _values, tokens) => allGo(tokens) }
