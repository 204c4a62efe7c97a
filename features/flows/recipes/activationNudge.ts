import { all, days, field, recipe, send, tag, wait, workday } from './draw.ts'
import { button, HELLO, heading, mail, points, text } from './mail.ts'

const idle = {
  id: 11,
  name: 'Signed up, gone quiet',
  color: '#d98308',
  objectName: 'person',
  isAuto: false,
  conditions: all(
    field('createdAt', 'after period', days(30)),
    field('lastSeenAt', 'before period', days(4)),
    field('unsubscribed', 'is', false),
    tag('customer', 'has not'),
  ),
}

const first = mail(1, {
  name: 'Nudge: pick up where you left',
  subject: 'Your work is where you left it',
  preheader: 'One small thing to do next.',
  blocks: [
    heading('Pick it up where you left it.'),
    text(
      HELLO,
      'you have not been back to {{ account.name }} for a few days. Nothing is lost: everything that you made is still there.',
      'If you only have five minutes, do one thing: open what you made last and take it one step further.',
    ),
    button('Open {{ account.name }}', '/'),
  ],
})

const second = mail(2, {
  name: 'Nudge: three ways to begin',
  subject: 'Three ways people begin',
  preheader: 'Whichever is closest to what you came for.',
  blocks: [
    heading('What did you come for?'),
    text(HELLO, 'people who stay usually began in one of three ways. Take the one that is closest to you.'),
    points(
      '<b>To save time</b> on something they do every week.',
      '<b>To see</b> what was hidden in lists and inboxes before.',
      '<b>To work with others</b> without asking who is doing what.',
    ),
    text('If it is none of these, answer this mail and say what it is. We read every answer.'),
    button('Try it once more', '/'),
  ],
})

/** Brings back those who signed up and stayed away. */
export const activationNudge = recipe({
  id: 'activation-nudge',
  name: 'Activation nudge',
  description: 'Notices who signed up lately but stays away, and brings them back with two short mails at most.',
  group: 'Trials',
  color: '#d98308',
  isOnce: true,
  emails: [first, second],
  segments: [idle],
  note: 'Ready as it is.\nThe segment “Signed up, gone quiet” says who is meant: new within 30 days, not seen for 4. It needs to know when people were last seen, so send events or use the tracking script.',
  steps: [
    { key: 'start', does: '/segment-trigger', with: { segmentId: 11, change: 'entered' }, at: [0, 0], to: 'morning' },
    { key: 'morning', does: '/delay-v2', with: workday('09:30'), at: [0, 1], to: 'first' },
    { key: 'first', does: '/send', with: send(1), at: [0, 2], to: 'wait' },
    { key: 'wait', does: '/delay-v2', with: wait(3), at: [0, 3], to: 'still' },
    {
      key: 'still',
      does: '/segment',
      with: { segmentId: 11 },
      title: 'Still away?',
      at: [0, 4],
      to: { yes: 'second', no: 'goal' },
    },
    { key: 'goal', does: '/goal', with: { name: 'Came back' }, at: [-1, 5] },
    { key: 'second', does: '/send', with: send(2), at: [1, 5], to: 'longer' },
    { key: 'longer', does: '/delay-v2', with: wait(5), at: [1, 6], to: 'last' },
    {
      key: 'last',
      does: '/segment',
      with: { segmentId: 11 },
      title: 'Away for good?',
      at: [1, 7],
      to: { yes: 'tag', no: 'goal' },
    },
    { key: 'tag', does: '/add-tag', with: { tag: 'dormant' }, at: [1, 8] },
  ],
})
