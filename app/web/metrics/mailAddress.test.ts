import { describe, expect, it } from 'vitest'
import { aboutOf, mailAsked } from './mailAddress.ts'

const days = { metricsPeriod: 'last30Days' as const }

describe('the mail that an address is about', () => {
  it('is that of emails, flows, steps, broadcasts and a variant, as calls take them', () => {
    const said = { flowsIds: '3', emailIds: '7,8', stepIds: '4,5', broadcastIds: '11,12', variantId: '2' }
    expect(mailAsked({ ...days, ...said })).toMatchObject({
      flowIds: [3],
      emailIds: [7, 8],
      stepId: [4, 5],
      broadcastIds: [11, 12],
      abTestVariantId: 2,
    })
    expect(aboutOf(said)).toMatchObject(said)
  })

  it('is that of one broadcast as addresses of before name it, and all mail where nothing is said', () => {
    expect(mailAsked({ ...days, broadcastId: '11' }).broadcastIds).toEqual([11])
    for (const key of ['flowIds', 'emailIds', 'stepId', 'broadcastIds', 'abTestVariantId'])
      expect(mailAsked(days)).not.toHaveProperty(key)
  })
})
