/** One step of a flow of the story; `to` are the keys of the steps after it, by exit where it has exits. */
export type StoryStep = {
  key: string
  operationKey: string
  values: Record<string, unknown>
  x: number
  y: number
  to?: string | Record<string, string>
}

/** One flow of the story. `{email:Name}` and `{segment:Name}` in values stand for ids. */
export type StoryFlow = {
  name: string
  isActive: boolean
  canEnterOnce: boolean
  steps: StoryStep[]
  notes: { type: 'note' | 'annotation'; text: string; fontSize: number; x: number; y: number }[]
}

const X = 400

const ONBOARDING: StoryFlow = {
  name: 'Trial onboarding',
  isActive: true,
  canEnterOnce: true,
  notes: [
    { type: 'annotation', text: 'Trial onboarding', fontSize: 24, x: -20, y: 0 },
    {
      type: 'note',
      text: 'Everyone who starts a trial comes through here.\nTalk to Theo before changing the first mail.',
      fontSize: 13,
      x: -20,
      y: 60,
    },
  ],
  steps: [
    { key: 'start', operationKey: '/event', values: { eventName: 'Signed up for trial' }, x: X, y: 40, to: 'tag' },
    { key: 'tag', operationKey: '/add-tag', values: { tag: 'trial' }, x: X, y: 210, to: 'welcome' },
    {
      key: 'welcome',
      operationKey: '/send',
      values: { emailId: '{email:Welcome to Northwind}', onlyOnce: true },
      x: X,
      y: 380,
      to: 'wait',
    },
    {
      key: 'wait',
      operationKey: '/delay-v2',
      values: { kind: 'duration', value: 2, unit: 'days' },
      x: X,
      y: 610,
      to: 'created',
    },
    {
      key: 'created',
      operationKey: '/condition',
      values: {
        conditions: {
          type: 'group',
          operator: 'and',
          conditions: [
            {
              type: 'event',
              condition: 'has',
              systemConditions: {
                type: 'group',
                operator: 'and',
                conditions: [{ type: 'field', field: 'name', condition: 'is', value: 'Project created' }],
              },
            },
          ],
        },
      },
      x: X,
      y: 780,
      to: { yes: 'invite', no: 'help' },
    },
    {
      key: 'invite',
      operationKey: '/send',
      values: { emailId: '{email:Invite your team}', onlyOnce: true },
      x: X - 170,
      y: 980,
      to: 'goal',
    },
    {
      key: 'help',
      operationKey: '/send',
      values: { emailId: '{email:Need a hand?}', onlyOnce: true },
      x: X + 170,
      y: 980,
      to: 'end',
    },
    { key: 'goal', operationKey: '/goal', values: { name: 'Activated' }, x: X - 170, y: 1200 },
    { key: 'end', operationKey: '/end-flow', values: {}, x: X + 170, y: 1200 },
  ],
}

const WEBINAR: StoryFlow = {
  name: 'Webinar follow-up',
  isActive: false,
  canEnterOnce: false,
  notes: [],
  steps: [
    { key: 'start', operationKey: '/tag', values: { tag: 'webinar-q4', change: 'added' }, x: X, y: 40, to: 'wait' },
    {
      key: 'wait',
      operationKey: '/delay-v2',
      values: { kind: 'window', weekdays: [1, 2, 3, 4, 5], at: '09:00', timezone: 'person' },
      x: X,
      y: 210,
      to: 'thanks',
    },
    {
      key: 'thanks',
      operationKey: '/send',
      values: { emailId: '{email:Webinar: thank you}', onlyOnce: true },
      x: X,
      y: 380,
    },
  ],
}

const CHURN: StoryFlow = {
  name: 'Churn risk: usage drop',
  isActive: true,
  canEnterOnce: true,
  notes: [],
  steps: [
    {
      key: 'start',
      operationKey: '/segment-trigger',
      values: { segmentId: '{segment:Customers gone quiet}', change: 'entered' },
      x: X,
      y: 40,
      to: 'tag',
    },
    { key: 'tag', operationKey: '/add-tag', values: { tag: 'churn-risk' }, x: X, y: 210, to: 'score' },
    {
      key: 'score',
      operationKey: '/change-field',
      values: { field: 'leadScore', value: '0' },
      x: X,
      y: 380,
      to: 'end',
    },
    { key: 'end', operationKey: '/end-flow', values: {}, x: X, y: 550 },
  ],
}

/** The flows of the story. */
export const STORY_FLOWS: readonly StoryFlow[] = [ONBOARDING, WEBINAR, CHURN]

const event = (condition: 'has' | 'has not', name: string, days: number) => ({
  type: 'event',
  condition,
  systemConditions: {
    type: 'group',
    operator: 'and',
    conditions: [{ type: 'field', field: 'name', condition: 'is', value: name }],
  },
  recencyCondition: { type: 'recencyCondition', condition: 'after period', value: { value: days, unit: 'days' } },
})
const field = (name: string, condition: string, value: unknown) => ({ type: 'field', field: name, condition, value })
const tag = (value: string, condition = 'has') => ({ type: 'tag', value, condition })
const all = (...conditions: unknown[]) => ({ type: 'group', operator: 'and', conditions })
const any = (...conditions: unknown[]) => ({ type: 'group', operator: 'or', conditions })

/** The segments of the story. */
export const STORY_SEGMENTS: readonly { name: string; color: string; conditions: Record<string, unknown> }[] = [
  { name: 'Agencies', color: '#e5484d', conditions: all(tag('agency')) },
  {
    name: 'Engaged trials',
    color: '#22a86c',
    conditions: all(field('plan', 'is', 'trial'), event('has', 'Project created', 14)),
  },
  {
    name: 'Paying teams',
    color: '#5a55db',
    conditions: all(
      any(field('plan', 'is', 'team'), field('plan', 'is', 'business')),
      field('seats', 'is more than', 1),
    ),
  },
  {
    name: 'Customers gone quiet',
    color: '#d98308',
    conditions: all(tag('customer'), event('has not', 'Project created', 60)),
  },
]
