import type { ConditionGroup } from '@millrace/segments/contract'
import { z } from 'zod'
import type { Holding } from './refs.ts'

/** What a summary may show instead of numbers; whatever is missing is shown by its id. */
export type Names = {
  emails?: Record<number, { name: string; subject?: string; fromName?: string; fromEmail?: string } | undefined>
  segments?: Record<number, string | undefined>
  forms?: Record<number, string | undefined>
  fields?: Record<string, string | undefined>
  /** Goal steps of flows, by step id. */
  goals?: Record<number, string | undefined>
}

/** A step in words: a title and one line under it. */
export type Summary = { title: string; text: string }

/** Part of a flow that a step plays. */
export type StepRole = 'trigger' | 'filter' | 'action'
/** Meaning on the canvas; each has its colour. */
export type StepKind = 'trigger' | 'filter' | 'action' | 'wait' | 'goal'
/** Heading in the new-step popup. */
export type StepGroup = 'Triggers' | 'Filters' | 'Messages' | 'Timing' | 'People' | 'Flow'

/** What a step looks out for: it is asked again about those who are concerned whenever something about them changes. */
export type Watch = {
  conditions: ConditionGroup
  /** Reaching it counts as a goal, once per pass. */
  isGoal: boolean
  /** People come from anywhere in the flow; otherwise only those who stand at the step are looked at. */
  isPulling: boolean
  /** Only what people do after they came to the step counts. */
  isSinceArrival?: boolean
}

/** One entry of the catalogue. */
export type StepType<V = Record<string, unknown>> = {
  serviceId: string
  operationKey: string
  type: StepRole
  kind: StepKind
  group: StepGroup
  label: string
  /** One sentence for the popup. */
  description: string
  /** Tabler icon, without "Icon" and in kebab case: `bolt`, `mail`. */
  icon: string
  /** Checks `inputFields.values`; its messages are shown to people. Browsers have none of it: they are told by `/problems`. */
  values: z.ZodType<V>
  /** What a new step starts with. */
  startWith: Partial<V>
  /** The same in flows of objects, by the name of their kind, where it is something else. */
  startFor?: (objectName: string) => Partial<V>
  /** Ways out that links name in `data.condition`; none means one plain way out. */
  exits: (values: Partial<V>) => readonly string[]
  /** False where nothing may follow. */
  hasWayOut: boolean
  summary: (values: Partial<V>, names: Names) => Summary
  /** What settings hold, by name: ids, names, conditions, Liquid, secrets. */
  holds: Readonly<Record<string, Holding>>
  /** People stop here for a while, so that a loop through it cannot spin. */
  waits: boolean
  /** The way out of those who are told not to wait any longer; null is the plain one. */
  skipsTo: string | null
  /** Which ways out have another name after a change of settings, old names to new ones, so that links go along. */
  renamed: (before: Record<string, unknown>, after: Record<string, unknown>) => ReadonlyMap<string, string>
  /** Sends the email that it holds. */
  sends: boolean
  /** Offered only where that part of the product is there. */
  needs?: 'forms'
  /** Can stand in flows of people alone, of companies and other objects alone, or in any. */
  subjects: 'people' | 'objects' | 'any'
  /** What is wrong besides the settings' own checks; messages are shown to people. Complete settings only. */
  problems: (values: V) => readonly { code: string; message: string; field: string }[]
  /** What it looks out for; undefined for nothing. Complete settings only. */
  watches: (values: V) => Watch | undefined
  /** A filter that goes by yes or no says here what it asks. Complete settings only. */
  asks?: (values: V) => ConditionGroup
  /** What it gives to steps after it, as a JSON schema of `outputFields`. */
  outputs: (values: Partial<V>) => Record<string, unknown>
  /** Known, but not offered for new steps. */
  isHidden: boolean
  /** The service among whose steps it is found, where it is not a step of that service. */
  serviceIdForFiltering?: string
  /** What it is given is put into fields of people by its settings, and it asks for that. */
  mapsInput: boolean
  /** Parts of what it gives may be kept in fields of people, or must be; by the setting `mapOutput`. */
  mapsOutput: 'never' | 'may' | 'must'
  /** Whether a new one asks for settings or mapping; the server's to say, as it checks settings. */
  mustConfig: () => { configStep: boolean; mapInputFields: boolean; mapOutputFields: boolean }
}

type Given<V> = Pick<
  StepType<V>,
  'operationKey' | 'type' | 'kind' | 'group' | 'label' | 'description' | 'icon' | 'values' | 'summary'
> &
  Partial<
    Pick<
      StepType<V>,
      | 'startWith'
      | 'startFor'
      | 'exits'
      | 'hasWayOut'
      | 'isHidden'
      | 'holds'
      | 'waits'
      | 'skipsTo'
      | 'renamed'
      | 'needs'
      | 'sends'
      | 'subjects'
      | 'problems'
      | 'watches'
      | 'asks'
      | 'outputs'
      | 'serviceId'
      | 'serviceIdForFiltering'
      | 'mapsInput'
      | 'mapsOutput'
    >
  >

/** Ways out of a filter. */
export const YES_NO = ['yes', 'no'] as const

/** Declares a step: one of ours, or of the service that it names. */
export const stepType = <V extends object>(given: Given<V>): StepType<V> => ({
  serviceId: 'millrace',
  startWith: {},
  exits: () => (given.type === 'filter' ? YES_NO : []),
  hasWayOut: true,
  isHidden: false,
  mapsInput: false,
  mapsOutput: 'never',
  holds: {},
  waits: false,
  skipsTo: null,
  renamed: () => new Map(),
  sends: false,
  subjects: 'people',
  problems: () => [],
  watches: () => undefined,
  outputs: () => ({}),
  ...given,
  mustConfig: () => ({
    configStep: !given.values.safeParse(given.startWith ?? {}).success,
    mapInputFields: given.mapsInput ?? false,
    mapOutputFields: given.mapsOutput === 'must',
  }),
})

const schemas = new WeakMap<object, Record<string, unknown>>()

/** The JSON schema of a step's values, as `inputFields.schema` carries it. */
export const schemaOf = (type: Pick<StepType, 'values'>): Record<string, unknown> => {
  let schema = schemas.get(type)
  if (!schema) {
    const { $schema, ...rest } = z.toJSONSchema(type.values, { io: 'input', unrepresentable: 'any' })
    schema = rest
    schemas.set(type, schema)
  }
  return schema
}

/** `2 days`, `1 hour`. */
export const words = (value: number | undefined, unit: string | undefined): string =>
  value === 1 ? `1 ${(unit ?? '').replace(/s$/, '')}` : `${value ?? 0} ${unit ?? ''}`
