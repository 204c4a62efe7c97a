import { call, Id, ShareToken, ShortId } from '@millrace/kit/contract'
import { Conditions } from '@millrace/segments/contract'
import { z } from 'zod'
import { Copied, Decoration, FlowHead, Link, Step } from './flow.ts'

const FlowId = z.object({ id: Id })
const read = { auth: 'member-or-share', scopes: ['flows:read'] } as const

/** A mail as an example person would get it. */
export const MailPreview = z.object({
  id: z.number(),
  name: z.string(),
  subject: z.string(),
  preheader: z.string(),
  html: z.string(),
})
/** A mail as an example person would get it. */
export type MailPreview = z.output<typeof MailPreview>

/** A segment of a flow: what it is called and whom it catches. */
export const FlowSegment = z.object({
  id: z.number(),
  name: z.string(),
  color: z.string().nullable(),
  conditions: Conditions,
})
/** A segment of a flow: what it is called and whom it catches. */
export type FlowSegment = z.output<typeof FlowSegment>

/** A flow that is ready to be filled in: what it is for, how it is drawn, and what it brings. */
export const Recipe = z.object({
  id: z.string(),
  name: z.string(),
  /** One sentence: what it does for whom. */
  description: z.string(),
  /** Heading in the gallery. */
  group: z.string(),
  objectType: FlowHead.shape.objectType,
  steps: z.record(z.string(), Step),
  links: z.array(Link),
  decorations: z.array(Decoration),
  emails: z.array(MailPreview.omit({ html: true })),
  segments: z.array(FlowSegment),
  tags: z.array(z.string()),
  fields: z.array(z.object({ name: z.string(), title: z.string() })),
})
/** A flow that is ready to be filled in. */
export type Recipe = z.output<typeof Recipe>

/** Calls about sharing flows and about recipes. */
export const shareCalls = {
  getShareToken: call({
    method: 'GET',
    path: '/v1/integrations/{id}/share-token',
    scopes: ['flows:write'],
    params: FlowId,
    returns: z.object({ shareToken: z.string() }),
    summary: 'A token that opens one flow, with its mails and segments, to whoever holds it, to read',
    fail: "Couldn't prepare flow for sharing.",
  }),
  revokeShareTokens: call({
    method: 'DELETE',
    path: '/v1/integrations/{id}/share-token',
    scopes: ['flows:write'],
    params: FlowId,
    status: 204,
    summary: 'Ends sharing: tokens of this flow that were given out so far open nothing any more',
    fail: "Couldn't stop sharing this flow.",
    addition: true,
  }),
  previewFlowEmail: call({
    method: 'GET',
    path: '/v1/integrations/{id}/emails/{emailId}',
    ...read,
    params: z.object({ id: Id, emailId: Id }),
    query: z.object(ShareToken),
    returns: z.object({ email: MailPreview }),
    summary: 'One email of a flow as an example person would get it',
    fail: "We couldn't retrieve emails. ",
    addition: true,
  }),
  takeSteps: call({
    method: 'POST',
    path: '/v1/integrations/{id}/foreign-steps',
    scopes: ['flows:write'],
    params: FlowId,
    bodyLimit: 4 * 1024 * 1024,
    body: z.object({
      /** The account that the steps were copied in. */
      accountId: ShortId,
      steps: z
        .array(
          z.object({
            key: z.string().min(1).max(100),
            serviceId: z.string().max(100),
            operationKey: z.string().max(100),
            values: z.record(z.string(), z.unknown()),
            title: z.string().max(255).nullable().optional(),
          }),
        )
        .min(1)
        .max(2_000),
    }),
    returns: z.object({
      steps: z.array(z.object({ key: z.string(), values: z.record(z.string(), z.unknown()) })),
      copied: Copied,
    }),
    summary:
      'Settings of steps that were copied in another account, said with what is in this one: what they name is copied along where the caller may, and left out where not',
    fail: 'Error while saving your flow.',
    addition: true,
  }),
  listRecipes: call({
    method: 'GET',
    path: '/v1/recipes',
    scopes: ['flows:read'],
    returns: z.object({ recipes: z.array(Recipe) }),
    summary: 'Flows that are ready to be filled in, with their mails, segments and tags',
    fail: "We couldn't retrieve templates.",
  }),
  previewRecipeEmail: call({
    method: 'GET',
    path: '/v1/recipes/{recipeId}/emails/{emailId}',
    scopes: ['flows:read'],
    params: z.object({ recipeId: z.string().max(100), emailId: Id }),
    returns: z.object({ email: MailPreview }),
    summary: 'One email of a recipe as an example person would get it',
    fail: "We couldn't retrieve templates.",
    addition: true,
  }),
}
