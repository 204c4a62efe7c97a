import { all, field, recipe, send } from './draw.ts'
import { button, HELLO, heading, mail, points, text } from './mail.ts'

const ENDS = '{{ person.trialEndsAt | date: "%B %-d" }}'

const soon = mail(1, {
  name: 'Trial ending: three days',
  subject: `Your trial of {{ account.name }} ends on ${ENDS}`,
  preheader: 'What you keep, and what it costs.',
  blocks: [
    heading('Three days to go.'),
    text(
      HELLO,
      `your trial ends on <b>${ENDS}</b>. If {{ account.name }} has earned its place, choose a plan before then and nothing changes: your work, your team and your settings stay as they are.`,
    ),
    points(
      'You pay only from the day after your trial.',
      'You can change or end your plan at any time.',
      'If you need longer to decide, answer this mail. We are not strict.',
    ),
    button('See the plans', '/pricing'),
  ],
})

const tomorrow = mail(2, {
  name: 'Trial ending: tomorrow',
  subject: 'Your trial ends tomorrow',
  preheader: 'Two minutes now keep everything running.',
  blocks: [
    heading('It ends tomorrow.'),
    text(
      HELLO,
      'a short reminder, because it would be a pity if your work stopped only because nobody looked at the calendar. Choosing a plan takes two minutes.',
    ),
    button('Choose a plan', '/pricing'),
    text('Not for you? Then let it run out. You do not need to cancel anything.'),
  ],
})

const over = mail(3, {
  name: 'Trial ending: over',
  subject: 'Your trial is over. Your work is not lost',
  preheader: 'We keep it for 30 days.',
  blocks: [
    heading('Your trial is over.'),
    text(
      HELLO,
      'thank you for trying {{ account.name }}. We keep what you made for 30 days: choose a plan within that time and you carry on where you stopped.',
      'And if you decided against it, one line about the reason would help us more than you think. Just answer this mail.',
    ),
    button('Carry on', '/pricing'),
  ],
})

const before = (value: number) => ({
  kind: 'field',
  field: 'trialEndsAt',
  offset: { value, unit: 'days', direction: 'before' },
})

const customer = { tag: 'customer' }
const ifNot = (next: string) => ({ yes: 'goal', no: next })

/** The last days of a trial. */
export const trialEnding = recipe({
  id: 'trial-ending',
  name: 'Trial ending',
  description: 'Reminds people three days and one day before their trial ends, and says afterwards how to come back.',
  group: 'Trials',
  color: '#e5484d',
  isOnce: true,
  emails: [soon, tomorrow, over],
  fields: [{ name: 'trialEndsAt', title: 'Trial ends at', type: 'string', format: 'date-time', isArray: false }],
  note: 'Ready as it is.\nIt begins with the tag “trial” and goes by the field “Trial ends at”: send both when a trial begins. Whoever gets the tag “customer” hears nothing more.',
  steps: [
    { key: 'start', does: '/tag', with: { tag: 'trial', change: 'added' }, at: [0, 0], to: 'known' },
    {
      key: 'known',
      does: '/condition',
      with: { conditions: all(field('trialEndsAt', 'is not empty')) },
      title: 'Do we know when it ends?',
      at: [0, 1],
      to: { yes: 'three', no: 'unknown' },
    },
    { key: 'unknown', does: '/end-flow', at: [-1, 2] },
    { key: 'three', does: '/delay-v2', with: before(3), at: [1, 2], to: 'paid1' },
    { key: 'paid1', does: '/has-tag', with: customer, title: 'Customer already?', at: [1, 3], to: ifNot('soon') },
    { key: 'soon', does: '/send', with: send(1), at: [2, 4], to: 'one' },
    { key: 'one', does: '/delay-v2', with: before(1), at: [2, 5], to: 'paid2' },
    { key: 'paid2', does: '/has-tag', with: customer, title: 'Customer by now?', at: [2, 6], to: ifNot('tomorrow') },
    { key: 'tomorrow', does: '/send', with: send(2), at: [3, 7], to: 'end' },
    { key: 'end', does: '/delay-v2', with: { kind: 'field', field: 'trialEndsAt' }, at: [3, 8], to: 'paid3' },
    { key: 'paid3', does: '/has-tag', with: customer, title: 'Customer in the end?', at: [3, 9], to: ifNot('over') },
    { key: 'goal', does: '/goal', with: { name: 'Became a customer' }, at: [0, 7], to: 'off' },
    { key: 'off', does: '/remove-tag', with: { tag: 'trial' }, at: [0, 8] },
    { key: 'over', does: '/send', with: send(3), at: [4, 10], to: 'expired' },
    { key: 'expired', does: '/add-tag', with: { tag: 'trial expired' }, at: [4, 11] },
  ],
})
