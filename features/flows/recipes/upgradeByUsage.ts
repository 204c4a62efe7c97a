import { all, field, recipe, send, wait, workday } from './draw.ts'
import { button, HELLO, heading, mail, points, text } from './mail.ts'

const close = {
  id: 11,
  name: 'Close to their limit',
  color: '#5a55db',
  objectName: 'person',
  isAuto: false,
  conditions: all(field('usagePercent', 'is more than', 80), field('unsubscribed', 'is', false)),
}

const first = mail(1, {
  name: 'Upgrade: close to your limit',
  subject: 'You have used {{ person.usagePercent | default: "most" }}% of your plan',
  preheader: 'What happens next, and what you can do.',
  blocks: [
    heading('You are getting a lot out of it.'),
    text(
      HELLO,
      'you have used <b>{{ person.usagePercent | default: "80" }}%</b> of what your plan holds. That is a good sign, and the right moment to look ahead.',
      'Nothing stops when you reach the limit today. But if things go on like this, the next plan up is cheaper for you than paying for what goes beyond.',
    ),
    button('Compare the plans', '/pricing'),
  ],
})

const second = mail(2, {
  name: 'Upgrade: what you would get',
  subject: 'Is it worth moving up? Three questions',
  preheader: 'Two times yes, and it pays for itself.',
  blocks: [
    heading('Is it worth moving up?'),
    text(HELLO, 'a plan should fit the work, not the other way round. Three questions help:'),
    points(
      'Do you hold back with something because of the limit?',
      'Will more people need it within the next three months?',
      'Would an hour without it cost more than the difference?',
    ),
    text('Two times yes, and the larger plan pays for itself. If not, stay where you are: we will not pester you.'),
    button('See what changes', '/pricing'),
  ],
})

const WAYS = [
  { key: 'Mail', name: 'Mail', weight: 50 },
  { key: 'In the app', name: 'In the app', weight: 50 },
]

const SHOWN = {
  title: 'You have used {{ person.usagePercent | default: 80 }}% of your plan',
  body: 'Nothing stops at the limit. If things go on like this, the next plan up costs less than what goes beyond.',
  link: '/pricing',
  button: 'Compare the plans',
  expires: { value: 7, unit: 'days' },
}

const TOLD = {
  subject: '{{ person.name | default: person.email }} outgrows their plan',
  body: '{{ person.name | default: person.email }} ({{ person.email }}) has used {{ person.usagePercent }}% of their plan for two weeks and heard from us twice.',
}

/** Speaks to those who outgrow their plan. */
export const upgradeByUsage = recipe({
  id: 'upgrade-by-usage',
  name: 'Upgrade by usage',
  description:
    'Speaks to people who have used more than 80% of their plan, while it is on their mind: half by mail, half in your app, so that you learn what works. Then sales hear of it.',
  group: 'Revenue',
  color: '#5a55db',
  emails: [first, second],
  segments: [close],
  fields: [{ name: 'usagePercent', title: 'Usage percent', type: 'number', format: null, isArray: false }],
  note: 'To fill in:\n1. who of your team hears of those who have outgrown their plan\n\nThe message in the app needs its script on your pages (see its step); without, give the mail all the weight.\nIt goes by the field “Usage percent” (0 to 100): send it once a day from your product. The segment “Close to their limit” says from where on.',
  steps: [
    { key: 'start', does: '/segment-trigger', with: { segmentId: 11, change: 'entered' }, at: [0, 0], to: 'morning' },
    { key: 'morning', does: '/delay-v2', with: workday('09:00'), at: [0, 1], to: 'first' },
    { key: 'first', does: '/send', with: send(1), at: [0, 2], to: 'wait' },
    { key: 'wait', does: '/delay-v2', with: wait(6), at: [0, 3], to: 'still' },
    {
      key: 'still',
      does: '/segment',
      with: { segmentId: 11 },
      title: 'Still close to the limit?',
      at: [0, 4],
      to: { yes: 'ways', no: 'goal' },
    },
    { key: 'goal', does: '/goal', with: { name: 'Has room again' }, at: [-1, 5] },
    {
      key: 'ways',
      does: '/ab-test',
      with: { variants: WAYS },
      title: 'By mail or in the app?',
      at: [1, 5],
      to: { Mail: 'second', 'In the app': 'shown' },
    },
    { key: 'second', does: '/send', with: send(2), at: [0, 6], to: 'longer' },
    { key: 'shown', does: '/in-app-message', with: SHOWN, at: [2, 6], to: 'longer' },
    { key: 'longer', does: '/delay-v2', with: wait(7), at: [1, 7], to: 'last' },
    {
      key: 'last',
      does: '/segment',
      with: { segmentId: 11 },
      title: 'Still, after two weeks?',
      at: [1, 8],
      to: { yes: 'talk', no: 'goal' },
    },
    { key: 'talk', does: '/add-tag', with: { tag: 'call about upgrade' }, at: [1, 9], to: 'tell' },
    { key: 'tell', does: '/email-notification', with: TOLD, title: 'Tell sales', at: [1, 10] },
  ],
})
