import { z } from 'zod'
import type { StepType } from './stepType.ts'
import { FieldName } from './values.ts'

/** Where something stands in what arrived, such as `data.items.0.id`. */
export const PartPath = z
  .string()
  .trim()
  .max(300)
  .regex(/^[^.\s]+(\.[^.\s]+)*$/, 'Use a path such as data.customer.email.')

/** Which parts of what a step gives are kept in which fields of the person; an empty path is all of it. */
export const OutputMapping = z
  .array(z.object({ from: z.literal('').or(PartPath), field: FieldName }))
  .max(100, 'That are too many fields.')
/** Which parts of what a step gives are kept in which fields of the person. */
export type OutputMapping = z.output<typeof OutputMapping>

/** Fields that nothing may be mapped onto: the product keeps them itself. */
const KEPT_BY_US = new Set(['id', 'lastSeenAt', 'updatedAt', 'unsubscribed', 'unsubscribeReason', 'segmentAnonymousId'])

/** What is wrong with where parts are kept. */
export const mappingProblems = (lines: readonly { field: string }[], setting: string) => {
  const names = lines.map(({ field }) => field)
  const ours = names.find((name) => KEPT_BY_US.has(name))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return [
    ...(ours
      ? [{ code: 'kept-field', message: `Nothing can be kept in ${ours}: Millrace fills it itself.`, field: setting }]
      : []),
    ...(twice
      ? [
          {
            code: 'field-twice',
            message: `Two parts are kept in ${twice}. Keep one of them elsewhere.`,
            field: setting,
          },
        ]
      : []),
  ]
}

type Outputs = { schema: Record<string, unknown> }

/** Whether parts of what a step gives can be kept: its type says so, or what it gave has properties. */
export const canMapOutput = (type: Pick<StepType, 'mapsOutput'> | undefined, { schema }: Outputs): boolean =>
  type !== undefined &&
  (type.mapsOutput !== 'never' || Object.keys((schema.properties as object | undefined) ?? {}).length > 0)
