import { describe, expect, it } from 'vitest'
import { exitsOf, STEP_TYPES, settingsProblemsOf, stepTypeOf, summaryOf } from './catalogue.ts'
import { schemaOf } from './stepType.ts'

const step = (operationKey: string, values: Record<string, unknown>, title?: string) => ({
  serviceId: 'millrace',
  operationKey,
  inputFields: { values },
  data: { title },
})

const names = {
  emails: { 7: { name: 'Welcome', fromName: 'Mara' } },
  segments: { 3: 'Trials' },
  fields: { plan: 'Plan', trialEnd: 'Trial end' },
}
const planIsPro = {
  type: 'group',
  operator: 'and',
  conditions: [{ type: 'field', field: 'plan', condition: 'is', value: 'pro' }],
}

describe('the catalogue', () => {
  it.each(STEP_TYPES.map((type) => [type.operationKey, type] as const))(
    '%s tells its values as a JSON schema',
    (_, type) => {
      const schema = schemaOf(type)
      expect(schema.type ?? (schema.oneOf && 'oneOf') ?? (schema.anyOf && 'anyOf')).toMatch(/object|oneOf|anyOf/)
    },
  )

  it.each(STEP_TYPES.map((type) => [type.operationKey, type] as const))(
    '%s says in words what is missing or wrong in its settings',
    (operationKey, type) => {
      const empty = Object.keys((schemaOf(type).properties ?? {}) as object)
      const all = (value: unknown) => Object.fromEntries(empty.map((name) => [name, value]))
      for (const values of [{}, type.startWith, all(null), all({}), all('x'), all([{ type: 'moon' }])]) {
        for (const { message } of settingsProblemsOf(step(operationKey, values as Record<string, unknown>)))
          expect(message).toMatch(/^(?!Invalid|Unrecognized|Too )[A-Z“].*[^:]$/)
      }
    },
  )

  it('has every step once', () => {
    const keys = STEP_TYPES.map(({ serviceId, operationKey }) => `${serviceId} ${operationKey}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(stepTypeOf({ serviceId: 'millrace', operationKey: '/nothing' })).toBeUndefined()
  })

  it('gives filters two ways out and others one', () => {
    expect(exitsOf(step('/condition', {}))).toEqual(['yes', 'no'])
    expect(exitsOf(step('/send', {}))).toEqual([])
  })
})

describe('a step in words', () => {
  it.each([
    ['/event', {}, 'Event', 'Choose an event'],
    ['/event', { eventName: 'Signed up', conditions: planIsPro }, 'Event', 'Event Signed up, Plan is pro'],
    ['/event', { eventName: 'Paid', key: 'orderId' }, 'Event', 'Event Paid, once per orderId'],
    ['/tag', { tag: 'vip', change: 'removed' }, 'Tag removed', 'Tag removed: vip'],
    ['/segment-trigger', { segmentId: 3, change: 'left' }, 'Left segment', 'Left segment “Trials”'],
    ['/segment-trigger', { segmentId: 4 }, 'Entered segment', 'Entered segment “4”'],
    ['/condition', { conditions: planIsPro }, 'Condition', 'Plan is pro'],
    ['/segment', { segmentId: 3 }, 'In segment?', 'In segment “Trials”'],
    ['/has-tag', { tag: 'vip' }, 'Has tag?', 'Has tag vip'],
    ['/send', { emailId: 7 }, 'Welcome', 'From Mara'],
    ['/send', { emailId: 8 }, 'Email 8', 'Sends at once'],
    ['/send', {}, 'Send email', 'Choose an email'],
    ['/delay-v2', { kind: 'duration', value: 1, unit: 'days' }, 'Wait 1 day', '1 day after arriving here'],
    [
      '/delay-v2',
      { kind: 'window', weekdays: [1, 2, 3, 4, 5], at: '09:00', timezone: 'person' },
      'Wait until 09:00',
      'On a weekday, in the person’s time zone',
    ],
    ['/delay-v2', { kind: 'until', at: '2026-03-01T09:00:00Z' }, 'Wait until a date', 'Until 2026-03-01 09:00'],
    [
      '/delay-v2',
      { kind: 'field', field: 'trialEnd', offset: { value: 3, unit: 'days', direction: 'before' } },
      'Wait until Trial end',
      '3 days before',
    ],
    ['/delay', { value: 2, unit: 'hours' }, 'Wait 2 hours', '2 hours after arriving here'],
    ['/add-tag', { tag: 'vip' }, 'Add tag', 'Add tag vip'],
    ['/remove-tag', {}, 'Remove tag', 'Choose a tag'],
    ['/change-field', { field: 'plan', value: 'pro' }, 'Change field', 'Set Plan to pro'],
    ['/change-field', { field: 'plan', value: '' }, 'Change field', 'Clear Plan'],
    ['/goal', { name: 'Activated', moveHere: true }, 'Activated', 'Reached on arriving here, people move here at once'],
    ['/end-flow', {}, 'End flow', 'Leaves the flow'],
    ['/other', {}, 'Unknown step', ''],
  ])('%s %j', (operationKey, values, title, text) => {
    expect(summaryOf(step(operationKey, values), names)).toEqual({ title, text })
  })

  it('puts a given title first', () => {
    expect(summaryOf(step('/event', { eventName: 'a' }, 'Signed up for trial')).title).toBe('Signed up for trial')
  })
})

describe('settings', () => {
  it.each([
    ['/event', {}, 'Choose an event.'],
    ['/tag', { change: 'added' }, 'Choose a tag.'],
    ['/send', {}, 'Choose an email.'],
    ['/segment', {}, 'Choose a segment.'],
    ['/delay-v2', {}, 'Choose what to wait for.'],
    ['/delay-v2', { kind: 'duration', value: 0, unit: 'days' }, 'Use at least 1.'],
    ['/delay-v2', { kind: 'window', weekdays: [], at: '09:00', timezone: 'person' }, 'Choose at least one day.'],
    ['/delay-v2', { kind: 'until', at: 'tomorrow' }, 'Choose a date and a time.'],
    ['/change-field', { value: 'x' }, 'Choose a field.'],
    ['/goal', { name: ' ' }, 'Name the goal.'],
    ['/other', {}, 'Unknown step'],
  ])('%s %j says %s', (operationKey, values, message) => {
    expect(settingsProblemsOf(step(operationKey, values)).map((problem) => problem.message)).toContain(message)
  })

  it.each(
    STEP_TYPES.filter((type) => !type.mustConfig().configStep).map((type) => [type.operationKey, type.startWith]),
  )('%s is ready as it starts', (operationKey, values) => {
    expect(settingsProblemsOf(step(operationKey, values))).toEqual([])
  })
})
