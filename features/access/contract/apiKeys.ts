import { call, Id, SCOPES, ShortId, Time } from '@millrace/kit/contract'
import { z } from 'zod'

/** A secret key of the API, readable for members with apiKeys:read. */
export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  key: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: Time,
  usedAt: Time.nullable(),
})

export const apiKeyCalls = {
  rotateApiKey: call({
    method: 'POST',
    path: '/v1/accounts/rotate-api-key',
    auth: 'session',
    scopes: ['apiKeys:write'],
    body: z.object({ id: ShortId.optional() }).optional(),
    returns: z.object({ apiKey: ApiKey }),
    summary: 'Replace the secret API key; the old one stops working at once',
    fail: "We couldn't rotate this API key. ",
  }),
}
