import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type FlowWorld, openFlowWorld, whoEntered } from '../../testing/index.ts'
import { emailTriggerStep, oldEmailTriggerStep } from './emailTrigger.step.ts'

const happens = (world: FlowWorld, person: number, name: string, props: Record<string, unknown>) =>
  world.event(person, name, props, world.house.clock.now(), 'email')

const draw = async (world: FlowWorld, values: Record<string, unknown>, key = '/email-trigger-v2') => {
  const { flowId } = await world.draw({ start: [key, values], end: ['/end-flow'] }, [['start', 'end']])
  return flowId
}

const UPGRADE = 'https://acme.com/upgrade'

describe('who enters by email activity', () => {
  test.each([
    ['an open', { activity: 'opened' }, 'Email opened', { emailId: 1 }, true],
    ['an open of that email', { activity: 'opened', emailId: 1 }, 'Email opened', { emailId: 1 }, true],
    ['an open of another email', { activity: 'opened', emailId: 1 }, 'Email opened', { emailId: 2 }, false],
    ['an open told by a click', { activity: 'opened' }, 'Email opened', { emailId: 1, isByClick: true }, true],
    ['an open by a machine', { activity: 'opened' }, 'Email opened', { emailId: 1, isBot: true }, false],
    ['a click by a machine', { activity: 'clicked', emailId: 1 }, 'Email clicked', { emailId: 1, isBot: true }, false],
    ['any click', { activity: 'clicked' }, 'Email clicked', { emailId: 1, url: UPGRADE }, true],
    ['a click on the link', { activity: 'clicked', link: UPGRADE }, 'Email clicked', { url: `${UPGRADE}?u=1` }, true],
    ['a click elsewhere', { activity: 'clicked', link: UPGRADE }, 'Email clicked', { url: 'https://acme.com' }, false],
    ['a link asked of opens is left aside', { activity: 'opened', link: UPGRADE }, 'Email opened', {}, true],
    ['a bounce', { activity: 'bounced' }, 'Email bounced', { emailId: 1 }, true],
    ['a delivery', { activity: 'delivered' }, 'Email delivered', { emailId: 1 }, true],
    ['a complaint', { activity: 'complained' }, 'Email complained', { emailId: 1 }, true],
    ['an unsubscription', { activity: 'unsubscribed' }, 'Email unsubscribed', { emailId: 1 }, true],
    ['a reply', { activity: 'replied' }, 'Email replied', { emailId: 1 }, true],
    ['something else', { activity: 'opened' }, 'Email clicked', { emailId: 1 }, false],
  ] as const)('%s', async (_, values, name, props, isMet) => {
    const world = await openFlowWorld(await testHouse())
    await world.email(1)
    const flowId = await draw(world, values)
    await world.switchOn(flowId)
    const ada = await world.person()
    await happens(world, ada, name, props)
    await world.takeChanges()
    expect(await whoEntered(world, flowId)).toEqual(isMet ? [ada] : [])
  })

  test('the earlier form runs, and is not offered', async () => {
    const world = await openFlowWorld(await testHouse())
    const flowId = await draw(world, { activity: 'opened' }, '/email-trigger')
    await world.switchOn(flowId)
    const ada = await world.person()
    await happens(world, ada, 'Email opened', {})
    await world.takeChanges()
    expect(await whoEntered(world, flowId)).toEqual([ada])
    expect(oldEmailTriggerStep.isHidden).toBe(true)
  })

  test('an email that is not there keeps the flow from being switched on', async () => {
    const world = await openFlowWorld(await testHouse())
    const flowId = await draw(world, { activity: 'opened', emailId: 77 })
    await expect(world.switchOn(flowId)).rejects.toThrow('This email is not there any more. Choose another one.')
  })
})

test.each([
  [{}, 'Email activity', 'Any email'],
  [{ activity: 'opened' }, 'Email opened', 'Any email'],
  [{ activity: 'clicked', emailId: 7, link: UPGRADE }, 'Email clicked', `Welcome, ${UPGRADE}`],
  [{ activity: 'complained', emailId: 8 }, 'Email marked as spam', 'Email 8'],
] as const)('%j in words', (values, title, text) => {
  expect(emailTriggerStep.summary(values, { emails: { 7: { name: 'Welcome' } } })).toEqual({ title, text })
})
