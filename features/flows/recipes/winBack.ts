import { all, clicked, recipe, send, wait, workday } from './draw.ts'
import { button, HELLO, heading, mail, site, text } from './mail.ts'

const question = mail(1, {
  name: 'Win back: one question',
  subject: 'One question before you go',
  preheader: 'A single line is enough.',
  blocks: [
    heading('Thank you for the time you were with us.'),
    text(
      HELLO,
      'your subscription has ended, and we do not want to talk you out of it. One question only: <b>what was missing?</b>',
      'Answer this mail with a single line. It goes to the people who build {{ account.name }}, not to sales.',
    ),
  ],
})

const changed = mail(2, {
  name: 'Win back: what has changed',
  subject: 'What has changed since you left',
  preheader: 'Judge for yourself whether it was your reason.',
  blocks: [
    heading('What has changed since you left.'),
    text(
      HELLO,
      'it has been a month. In that time we have worked on what people who left told us most often. Maybe your reason is among them.',
      `<a href='${site('/changelog')}'>Have a look at what is new</a> and judge for yourself. Your account still exists: sign in, and you find it as you left it.`,
    ),
    button('Look around again', '/?back=1'),
  ],
})

const offer = mail(3, {
  name: 'Win back: last mail',
  subject: 'The last mail from us',
  preheader: 'A month to try it again, then silence.',
  blocks: [
    heading('A month, on us.'),
    text(
      HELLO,
      'this is the last time that we write about it. If you would like to try {{ account.name }} again, take a month without paying. There is nothing to cancel afterwards: it simply ends.',
      'If not: thank you, and all the best.',
    ),
    button('Take the month', '/?back=month'),
  ],
})

/** Asks those who cancelled, and invites them back. */
export const winBack = recipe({
  id: 'win-back',
  name: 'Win back',
  description: 'Asks people who cancelled for the reason, tells them a month later what has changed, and then lets go.',
  group: 'Revenue',
  color: '#268ddd',
  emails: [question, changed, offer],
  note: 'To fill in:\n1. the event of a cancellation\n\nThe tag “customer” says who is one: it is taken off here, and whoever has it again is left in peace. Change the offer of the last mail to one that you can make.',
  steps: [
    { key: 'start', does: '/event', title: 'A subscription was cancelled', at: [0, 0], to: 'off' },
    { key: 'off', does: '/remove-tag', with: { tag: 'customer' }, at: [0, 1], to: 'former' },
    { key: 'former', does: '/add-tag', with: { tag: 'former customer' }, at: [0, 2], to: 'hours' },
    { key: 'hours', does: '/delay-v2', with: wait(3, 'hours'), at: [0, 3], to: 'question' },
    { key: 'question', does: '/send', with: send(1), at: [0, 4], to: 'month' },
    { key: 'month', does: '/delay-v2', with: wait(30), at: [0, 5], to: 'back1' },
    {
      key: 'back1',
      does: '/has-tag',
      with: { tag: 'customer' },
      title: 'Customer again?',
      at: [0, 6],
      to: { yes: 'goal', no: 'morning' },
    },
    { key: 'morning', does: '/delay-v2', with: workday('10:00'), at: [1, 7], to: 'changed' },
    { key: 'changed', does: '/send', with: send(2), at: [1, 8], to: 'weeks' },
    { key: 'weeks', does: '/delay-v2', with: wait(21), at: [1, 9], to: 'back2' },
    {
      key: 'back2',
      does: '/has-tag',
      with: { tag: 'customer' },
      title: 'Customer by now?',
      at: [1, 10],
      to: { yes: 'goal', no: 'looked' },
    },
    { key: 'goal', does: '/goal', with: { name: 'Won back' }, at: [-1, 10] },
    {
      key: 'looked',
      does: '/condition',
      with: { conditions: all(clicked(2)) },
      title: 'Had a look?',
      at: [2, 11],
      to: { yes: 'warm', no: 'offer' },
    },
    { key: 'warm', does: '/add-tag', with: { tag: 'thinks about coming back' }, at: [1, 12], to: 'offer' },
    { key: 'offer', does: '/send', with: send(3), at: [2, 13] },
  ],
})
