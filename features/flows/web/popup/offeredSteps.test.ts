import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type StepType, stepType } from '../../contract/stepType.ts'
import { offeredSteps } from './offeredSteps.ts'

const type = (serviceId: string, operationKey: string, given: Partial<StepType> = {}) =>
  stepType<object>({
    serviceId,
    operationKey,
    type: 'action',
    kind: 'action',
    group: 'Messages',
    label: operationKey.slice(1),
    description: '',
    icon: 'mail',
    values: z.object({}),
    summary: () => ({ title: '', text: '' }),
    ...(given as object),
  }) as StepType
const ALL = [
  type('slack', '/message', { subjects: 'any' }),
  type('teams', '/message'),
  type('millrace', '/paste', { serviceIdForFiltering: 'slack' }),
  type('millrace', '/come', { type: 'trigger', group: 'Triggers' }),
  type('millrace', '/old', { isHidden: true }),
]
const asked = { query: '', mayTrigger: true, objectType: 'person', recent: [] as string[] }
const keys = (some: object = {}) =>
  offeredSteps({ ...asked, ...some }, ALL).map(({ heading, types }) => [
    heading,
    ...types.map(({ serviceId, operationKey }) => serviceId + operationKey),
  ])

describe('the steps that are offered', () => {
  it('stand by group, without hidden ones', () => {
    expect(keys()).toEqual([
      ['Messages', 'slack/message', 'teams/message', 'millrace/paste'],
      ['Triggers', 'millrace/come'],
    ])
  })

  it('begin with those chosen last, each of the service that it was chosen of', () => {
    expect(keys({ recent: ['teams /message', 'gone /away'] })[0]).toEqual(['Recent', 'teams/message'])
  })

  it('are found by the name of their service, or of the one that they are found among', () => {
    expect(keys({ query: 'Slack' })).toEqual([['Messages', 'slack/message', 'millrace/paste']])
    expect(keys({ query: 'slack message' })).toEqual([['Messages', 'slack/message', 'millrace/paste']])
    expect(keys({ query: 'slack nothing' })).toEqual([])
  })

  it('are no triggers where one goes on, and only what fits the flow', () => {
    expect(keys({ mayTrigger: false }).flat()).not.toContain('millrace/come')
    expect(keys({ objectType: 'company' })).toEqual([['Messages', 'slack/message']])
  })
})
