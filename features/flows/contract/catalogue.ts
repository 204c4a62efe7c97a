import { CORE_TYPES } from '../steps/catalogue/core.types.ts'
import { DECIDING_TYPES } from '../steps/catalogue/deciding.types.ts'
import { OUTSIDE_TYPES } from '../steps/catalogue/outside.types.ts'
import { TIME_TYPES } from '../steps/catalogue/time.types.ts'
import { pluggedTypes, whenPlugged } from './plugged.ts'
import type { Names, StepType, Summary } from './stepType.ts'

const OURS = [...CORE_TYPES, ...DECIDING_TYPES, ...TIME_TYPES, ...OUTSIDE_TYPES] as unknown as readonly StepType[]

const all: StepType[] = [...OURS]
const byKey = new Map<string, StepType>()

const read = () => {
  all.splice(0, all.length, ...OURS, ...pluggedTypes())
  byKey.clear()
  for (const type of all) byKey.set(`${type.serviceId} ${type.operationKey}`, type)
}
read()
whenPlugged(read)

/** Every step type, in the order of the new-step popup: ours, then those of services. */
export const STEP_TYPES: readonly StepType[] = all

/** The operation keys of the step types that are so, as things are now. */
export const operationKeysOf = (isSo: (type: StepType) => boolean): string[] => [
  ...new Set(STEP_TYPES.filter(isSo).map(({ operationKey }) => operationKey)),
]

type Keyed = { serviceId: string; operationKey: string }

/** The catalogue entry of a step, or undefined where its service and operation pair is unknown. */
export const stepTypeOf = ({ serviceId, operationKey }: Keyed): StepType | undefined =>
  byKey.get(`${serviceId} ${operationKey}`)

type Filled = Keyed & { inputFields: { values: Record<string, unknown> } }

/** A step in words. A title that someone gave stands before the type's own. */
export const summaryOf = (step: Filled & { data?: { title?: string | null } }, names: Names = {}): Summary => {
  const summary = stepTypeOf(step)?.summary(step.inputFields.values, names) ?? { title: 'Unknown step', text: '' }
  return step.data?.title ? { ...summary, title: step.data.title } : summary
}

/** Ways out of a step as its settings stand: names for `link.data.condition`, or none for one plain way. */
export const exitsOf = (step: Filled): readonly string[] => stepTypeOf(step)?.exits(step.inputFields.values) ?? []

/** What is told of settings that are missing and say nothing about it themselves. */
const MISSING: Readonly<Record<string, string>> = {
  conditions: 'Add at least one condition.',
  timeout: 'Say how long at the most.',
  every: 'Say how often.',
  at: 'Choose a time.',
}

const inWords = ({ input, path = [] }: { input?: unknown; path?: PropertyKey[] | undefined }): string =>
  input === undefined || input === null
    ? (MISSING[String(path.at(-1))] ?? 'Fill this in.')
    : 'This cannot be used here. Choose it anew.'

/** What is missing or wrong in a step's settings, in words; empty where it is configured. */
export const settingsProblemsOf = (step: Filled): { field: string; message: string }[] => {
  const type = stepTypeOf(step)
  if (!type) return [{ field: '', message: 'Unknown step' }]
  const read = type.values.safeParse(step.inputFields.values, { error: inWords })
  if (read.success) return []
  return read.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
}
