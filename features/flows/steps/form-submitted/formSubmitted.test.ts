import type { Change } from '@millrace/kit/jobs'
import { testHouse } from '@millrace/kit/testing'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { isOffered, offerSteps, STEP_TYPES } from '../../contract/index.ts'
import { openFlowWorld, whoEntered } from '../../testing/index.ts'
import { externalFormSubmittedTrigger, trackedFormSubmittedTrigger } from './formSubmitted.run.ts'
import { externalFormSubmittedStep, formSubmittedStep, trackedFormSubmittedStep } from './formSubmitted.step.ts'

const world = { now: new Date('2026-03-10T12:00:00Z'), zone: 'UTC' }
const change = (kind: string, data: Record<string, unknown>): Change => ({
  id: 1,
  kind,
  personId: 1,
  ref: null,
  at: world.now,
  data,
})

describe('which forms start it', () => {
  test.each([
    ['the form on its page', { formHash: 'f1', url: 'https://acme.com/contact' }, true],
    ['the page with a query', { formHash: 'f1', url: 'http://acme.com/contact/?utm=1' }, true],
    ['the same form on another page', { formHash: 'f1', url: 'https://acme.com/about' }, false],
    ['another form on that page', { formHash: 'f2', url: 'https://acme.com/contact' }, false],
    ['nothing', {}, false],
  ])('%s', (_, data, isMet) => {
    const { meets } = trackedFormSubmittedTrigger.match({ formHash: 'f1', url: 'acme.com/contact' }, 1)
    expect(meets?.(change('form.tracked', data), world) !== undefined).toBe(isMet)
  })

  test.each([
    ['Newsletter', true],
    [' newsletter ', true],
    ['Contact', false],
    [undefined, false],
  ])('an external form called %s', (name, isMet) => {
    const { meets } = externalFormSubmittedTrigger.match({ name: 'Newsletter' }, 1)
    expect(meets?.(change('form.external', { name }), world) !== undefined).toBe(isMet)
  })

  test('one of the account’s own forms, by its id', async () => {
    const opened = await openFlowWorld(await testHouse())
    const { flowId } = await opened.draw({ start: ['/form-submitted', { formId: 4 }], end: ['/end-flow'] }, [
      ['start', 'end'],
    ])
    await opened.switchOn(flowId)
    const [ada, bob] = [await opened.person(), await opened.person()]
    await opened.change([
      { kind: 'form.submitted', personId: ada, ref: 4 },
      { kind: 'form.submitted', personId: bob, ref: 5 },
    ])
    await opened.takeChanges()
    expect(await whoEntered(opened, flowId)).toEqual([ada])
  })
})

// What is offered is so as long as the loaded code is there, which the next test file would share.
afterAll(() => vi.resetModules())

test('they are offered only where there are forms', () => {
  const forms = STEP_TYPES.filter(({ needs }) => needs === 'forms')
  expect(forms.map(({ operationKey }) => operationKey)).toEqual([
    '/form-submitted',
    '/tracked-form-submitted',
    '/external-form-submitted',
  ])
  expect(forms.some(isOffered)).toBe(false)
  offerSteps('forms')
  expect(forms.every(isOffered)).toBe(true)
})

test.each([
  [formSubmittedStep, {}, 'Choose a form'],
  [formSubmittedStep, { formId: 4 }, 'Contact us'],
  [formSubmittedStep, { formId: 5 }, 'Form 5'],
  [trackedFormSubmittedStep, { formHash: 'f' }, 'Choose a form'],
  [trackedFormSubmittedStep, { formHash: 'f', url: 'https://acme.com/a' }, 'On acme.com/a'],
  [externalFormSubmittedStep, { name: 'Typeform' }, 'Typeform'],
])('in words', (type, values, text) => {
  expect(type.summary(values as never, { forms: { 4: 'Contact us' } }).text).toBe(text)
})
