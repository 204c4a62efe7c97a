import type { Handlers, House } from '@millrace/kit/server'
import type { flowsContract } from '../../contract/index.ts'
import { takeSteps } from '../copy/takeSteps.ts'
import type { FlowDoors } from '../doors.ts'
import { attachedTo } from '../verbs/attached.ts'
import { previewFlowEmail, segmentsOfFlow } from './flowThings.ts'
import { listRecipes, previewRecipeEmail } from './recipes.ts'
import { mayRead, revokeShareTokens, shareTokenOf } from './shareTokens.ts'

/** What a flow uses, for members and for whoever holds a token of it; tokens themselves; recipes. */
export const shareHandlers = (house: House, doors: FlowDoors) =>
  ({
    getFlowEmails: async ({ params: { id } }, by) => {
      await mayRead(house, by, id)
      return { emails: (await attachedTo(house, by, id)).emails }
    },
    getFlowSegments: async ({ params: { id } }, by) => {
      await mayRead(house, by, id)
      return { segments: await segmentsOfFlow(house, by.accountId, id) }
    },
    getFlowAttached: async ({ params: { id } }, by) => {
      await mayRead(house, by, id)
      return attachedTo(house, by, id)
    },
    previewFlowEmail: async ({ params: { id, emailId } }, by) => {
      await mayRead(house, by, id)
      return { email: await previewFlowEmail(house, by.accountId, id, emailId) }
    },
    getShareToken: async ({ params }, by) => ({ shareToken: await shareTokenOf(house, by, params.id) }),
    revokeShareTokens: ({ params }, by) => revokeShareTokens(house, by, params.id),
    takeSteps: ({ params, body }, by) => takeSteps({ house, doors, by }, params.id, body),
    listRecipes: () => ({ recipes: listRecipes() }),
    previewRecipeEmail: async ({ params }, by) => ({
      email: await previewRecipeEmail(house, by.accountId, params.recipeId, params.emailId),
    }),
  }) satisfies Partial<Handlers<typeof flowsContract>>
