import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'
import { Choice, CommunicationCategory } from './preferences.ts'

/** What one person wants to get, and why their address may not be written to. */
export const PersonPreferences = z.object({
  categories: z.array(CommunicationCategory),
  choices: z.record(z.string(), Choice),
  suppressions: z.array(
    z.object({
      reason: z.enum(['bounced', 'complained', 'manual', 'unsubscribed']),
      detail: z.string(),
      at: z.string(),
    }),
  ),
  /** Somebody with this address was erased on request: it gets no mail. */
  isErasedAddress: z.boolean(),
})
/** What one person wants to get. */
export type PersonPreferences = z.infer<typeof PersonPreferences>

/** The calls about one person's preferences. */
export const personPreferenceCalls = {
  getPersonPreferences: call({
    method: 'GET',
    path: '/v1/people/{id}/preferences',
    scopes: ['people:read'],
    params: z.object({ id: Id }),
    returns: PersonPreferences,
    summary: 'What a person wants to get, by category, and whether their address may be written to',
    fail: "We couldn't retrieve Communication Preferences settings.",
    addition: true,
  }),
  savePersonPreferences: call({
    method: 'PATCH',
    path: '/v1/people/{id}/preferences',
    scopes: ['people:write'],
    params: z.object({ id: Id }),
    body: z.record(z.string().regex(/^\d+$/), Choice),
    returns: PersonPreferences,
    summary: 'Note what a person wants to get, by category',
    fail: "We couldn't save Communication Preferences settings.",
    addition: true,
  }),
}
