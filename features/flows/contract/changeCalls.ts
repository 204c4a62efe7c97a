import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'
import { Coordinates, PeopleCounts } from './flow.ts'

/** The most parts of one kind that one gesture touches. */
const MOST_PARTS = 2_000

const list = <T extends z.ZodType>(part: T) => z.array(part).max(MOST_PARTS).optional()
const Title = z.string().trim().max(255).nullable()
const Values = z
  .record(z.string(), z.unknown())
  .refine((values) => JSON.stringify(values).length <= 200_000, 'These settings are too long.')
/** What the caller calls a new part; the answer says which id it got. */
const Key = z.string().min(1).max(100)
/** A step by id, or by the key of one that the same gesture adds. */
const End = z.union([z.number().int().positive(), Key])
const Size = z.number().min(20).max(10_000)
const Place = { x: Coordinates.shape.x, y: Coordinates.shape.y }
const DecorationShape = {
  text: z.string().max(10_000),
  fontSize: z.number().min(6).max(200),
  ...Place,
  width: Size,
  height: Size,
}

/** Everything that one gesture does to a flow: applied together or not at all. */
export const FlowChanges = z.object({
  steps: z
    .object({
      add: list(
        z.object({
          key: Key,
          /** A deleted step of this flow that comes back: with its counters, visits and "only once". */
          id: Id.optional(),
          serviceId: z.string().default('millrace'),
          operationKey: z.string(),
          values: Values,
          title: Title.optional(),
          isDuplicate: z.boolean().optional(),
          ...Place,
        }),
      ),
      change: list(
        z.object({
          id: Id,
          values: Values.optional(),
          /** The settings that the change was made to; where they are others by now, the whole gesture is refused (409). */
          before: Values.optional(),
          title: Title.optional(),
          x: Place.x.optional(),
          y: Place.y.optional(),
          /** With a changed wait: people waiting there are held to the new time. */
          recomputeDelay: z.boolean().optional(),
        }),
      ),
      remove: list(
        z.object({
          id: Id,
          /** People who stand there go on to its only target (`next`, where there is one) or leave the flow. */
          people: z.enum(['next', 'leave']).optional(),
        }),
      ),
    })
    .optional(),
  links: z
    .object({
      add: list(
        z.object({
          key: Key,
          source: End,
          target: End,
          condition: z.string().max(255).nullable().optional(),
          /** People past the source go this way too: at once where the flow is on, else when it is switched on. */
          retrigger: z.boolean().optional(),
        }),
      ),
      change: list(
        z.object({ id: Id, condition: z.string().max(255).nullable().optional(), retrigger: z.boolean().optional() }),
      ),
      remove: list(Id),
    })
    .optional(),
  decorations: z
    .object({
      add: list(z.object({ key: Key, type: z.enum(['annotation', 'note']), ...DecorationShape })),
      change: list(z.object({ id: Id, ...z.object(DecorationShape).partial().shape })),
      remove: list(Id),
    })
    .optional(),
})
/** Everything that one gesture does to a flow. */
export type FlowChanges = z.output<typeof FlowChanges>

/** What moves in a flow while it is looked at. */
export const FlowLife = z.object({
  id: z.number(),
  /** Moves with every edit: where it is ahead of what is shown, somebody else edited. */
  revision: z.number(),
  /** Who else has it open now, and at which step. */
  present: z.array(
    z.object({
      client: z.string(),
      stepId: z.number().nullable(),
      member: z.object({ id: z.number(), name: z.string() }),
    }),
  ),
  /** People at every step, and how its in-app messages do where it leaves any. */
  steps: z.record(
    z.string(),
    z.object({
      id: z.number(),
      data: z.object({
        peopleCounts: PeopleCounts,
        failed: z.number(),
        messages: z.object({ made: z.number(), seen: z.number(), clicked: z.number() }).optional(),
      }),
    }),
  ),
})
/** What moves in a flow while it is looked at. */
export type FlowLife = z.output<typeof FlowLife>

/** Calls that change a flow as one gesture. */
export const changeCalls = {
  changeFlow: call({
    method: 'POST',
    path: '/v1/integrations/{id}/changes',
    scopes: ['flows:write'],
    params: z.object({ id: Id }),
    bodyLimit: 8 * 1024 * 1024,
    body: FlowChanges.extend({
      /** Refused (409) where the flow was changed after this revision; left out, parts are merged. */
      ifRevision: z.number().int().min(0).optional(),
    }),
    returns: z.object({
      /** Of the flow, after this gesture. */
      revision: z.number(),
      /** Ids of the parts that were added, by key. */
      ids: z.record(z.string(), z.number()),
    }),
    summary:
      'Change steps, links and decorations of a flow together: one gesture, one entry of its history, one version',
    fail: 'Error while saving.',
    addition: true,
  }),
}
