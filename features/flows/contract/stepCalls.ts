import { call, Id, Paging } from '@millrace/kit/contract'
import { z } from 'zod'
import { Coordinates, Decoration, Link, Step, StepPeopleState, StepPerson } from './flow.ts'

const write = { scopes: ['flows:write'] } as const
const OneId = z.object({ id: Id })
const AtStep = z.object({ stepId: Id, objectId: Id })
const Values = z
  .record(z.string(), z.unknown())
  .refine((values) => JSON.stringify(values).length <= 200_000, 'These settings are too long.')

const StepChange = {
  inputFields: z.object({ values: Values, schema: z.unknown().optional() }),
  data: z.object({
    editor: z.object({ coordinates: Coordinates.optional() }).optional(),
    title: z.string().trim().max(255).nullable().optional(),
    isDuplicate: z.boolean().optional(),
  }),
}

const Dimension = z.number().min(20).max(10_000)
const DecorationChange = {
  text: z.string().max(10_000),
  fontSize: z.number().min(6).max(200),
  coordinates: Coordinates,
  dimensions: z.object({ width: Dimension, height: Dimension }),
}

/** Calls about the parts of a flow. */
export const stepCalls = {
  createStep: call({
    method: 'POST',
    path: '/v1/steps',
    ...write,
    body: z.object({
      integrationId: Id,
      serviceId: z.string().default('millrace'),
      operationKey: z.string(),
      inputFields: StepChange.inputFields.optional(),
      data: StepChange.data.optional(),
    }),
    returns: z.object({ step: Step }),
    summary: 'Add a step',
    fail: 'Error while saving.',
  }),
  updateStep: call({
    method: 'PATCH',
    path: '/v1/steps/{id}',
    ...write,
    params: OneId,
    body: z.object({
      inputFields: StepChange.inputFields.optional(),
      data: StepChange.data.optional(),
      /** With a changed wait: people waiting there are held to the new time. */
      recomputeDelay: z.boolean().optional(),
    }),
    returns: z.object({ step: Step }),
    summary: "Change a step's settings, place or name",
    fail: 'Error while saving.',
  }),
  deleteStep: call({
    method: 'DELETE',
    path: '/v1/steps/{id}',
    ...write,
    params: OneId,
    status: 204,
    summary: 'Delete a step and its links; people waiting there go on to its only target or leave the flow',
    fail: 'Error while saving.',
  }),
  getStep: call({
    method: 'GET',
    path: '/v1/steps/{id}',
    scopes: ['flows:read'],
    params: OneId,
    query: z.object({ refresh: z.string().optional() }),
    returns: z.object({ step: Step }),
    summary: 'One step',
    fail: 'Error while loading your step.',
  }),
  listStepPeople: call({
    method: 'GET',
    path: '/v1/steps/{stepId}/people',
    scopes: ['flows:read', 'people:read'],
    params: z.object({ stepId: Id }),
    query: z.object({ ...Paging, state: StepPeopleState.optional(), cursor: z.string().optional() }),
    returns: z.object({
      people: z.partialRecord(StepPeopleState, z.array(StepPerson)),
      /** From where a list of one state goes on; null where it ends. */
      paging: z.object({ after: z.string().nullable() }),
    }),
    summary: 'People at a step, by state, latest first, 50 at a time; of one state from a cursor on',
    fail: 'Error while retrieving people.',
  }),
  removePersonFromStep: call({
    method: 'DELETE',
    path: '/v1/steps/{stepId}/objects/{objectId}',
    ...write,
    params: AtStep,
    status: 204,
    summary: 'Take a waiting person out of a step, and so out of the flow',
    fail: "Couldn't remove from step. ",
  }),
  skipWait: call({
    method: 'POST',
    path: '/v1/steps/{stepId}/objects/{objectId}/skip',
    ...write,
    params: AtStep,
    returns: z.object({ skipped: z.boolean() }),
    summary: 'Let a waiting person go on now',
    fail: "Couldn't skip wait step. ",
  }),
  retryStep: call({
    method: 'POST',
    path: '/v1/steps/{stepId}/objects/{objectId}/retry',
    ...write,
    params: AtStep,
    returns: z.object({ retried: z.boolean() }),
    summary: 'Try a step again for a person for whom it failed',
    fail: "Couldn't try this step again.",
    addition: true,
  }),
  createLink: call({
    method: 'POST',
    path: '/v1/links',
    ...write,
    body: z.object({
      source: Id,
      target: Id,
      data: z
        .object({
          condition: z.string().max(255).nullable().optional(),
          retriggerObjectsUponActivation: z.boolean().optional(),
        })
        .optional(),
    }),
    returns: z.object({ link: Link }),
    summary: 'Link two steps; a filter needs `data.condition`',
    fail: 'Error while saving link.',
  }),
  deleteLink: call({
    method: 'DELETE',
    path: '/v1/links/{id}',
    ...write,
    params: OneId,
    status: 204,
    summary: 'Delete a link',
    fail: 'Error while deleting link.',
  }),
  deleteLinkBetween: call({
    method: 'DELETE',
    path: '/v1/links/{source}/{target}',
    ...write,
    params: z.object({ source: Id, target: Id }),
    status: 204,
    summary: 'Delete the links from one step to another',
    fail: 'Error while deleting link.',
  }),
  createDecoration: call({
    method: 'POST',
    path: '/v1/decorations',
    ...write,
    body: z.object({
      integrationId: Id,
      type: z.enum(['annotation', 'note']),
      text: DecorationChange.text.default(''),
      fontSize: DecorationChange.fontSize.default(16),
      coordinates: DecorationChange.coordinates.default({ x: 0, y: 0 }),
      dimensions: DecorationChange.dimensions.default({ width: 220, height: 110 }),
    }),
    returns: z.object({ decoration: Decoration }),
    summary: 'Add a note or an annotation',
    fail: 'Error while saving.',
  }),
  updateDecoration: call({
    method: 'PATCH',
    path: '/v1/decorations/{decorationId}',
    ...write,
    params: z.object({ decorationId: Id }),
    body: z.object(DecorationChange).partial(),
    returns: z.object({ decoration: Decoration }),
    summary: 'Change a note or an annotation',
    fail: 'Error while saving.',
  }),
  deleteDecoration: call({
    method: 'DELETE',
    path: '/v1/decorations/{decorationId}',
    ...write,
    params: z.object({ decorationId: Id }),
    status: 204,
    summary: 'Delete a note or an annotation',
    fail: 'Error while saving.',
  }),
}
