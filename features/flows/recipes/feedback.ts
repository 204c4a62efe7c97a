import { all, clicked, recipe, send, wait, workday } from './draw.ts'
import { button, HELLO, heading, mail, site, text } from './mail.ts'

const score = (number: number) => `<a href='${site(`/feedback?score=${number}`)}'>&nbsp;${number}&nbsp;</a>`

const SCORES = Array.from({ length: 11 }, (_none, number) => score(number)).join(' ')

const ask = mail(1, {
  name: 'Feedback: how likely',
  subject: 'How likely are you to recommend {{ account.name }}?',
  preheader: 'One click. It is the only question.',
  blocks: [
    heading('One click, one question.'),
    text(
      HELLO,
      'how likely is it that you would recommend {{ account.name }} to a colleague? 0 is never, 10 is tomorrow.',
      `<span style="font-size: 18px">${SCORES}</span>`,
      'Thank you. We read the numbers, and every word that comes with them.',
    ),
  ],
})

const again = mail(2, {
  name: 'Feedback: reminder',
  subject: 'A number from 0 to 10?',
  preheader: 'It takes less time than opening this mail.',
  blocks: [
    heading('You have been with us for a while.'),
    text(
      HELLO,
      'what you think after a month counts more than what anybody thinks on the first day. Would you recommend {{ account.name }}?',
      `<span style="font-size: 18px">${SCORES}</span>`,
    ),
  ],
})

const praise = mail(3, {
  name: 'Feedback: tell others',
  subject: 'Thank you! May we ask for one thing more?',
  preheader: 'Two sentences help others decide.',
  blocks: [
    heading('That made our day.'),
    text(
      HELLO,
      'thank you for the good mark. People who are choosing now believe you more than they believe us: two sentences about what you use {{ account.name }} for would help them a lot.',
    ),
    button('Write two sentences', '/review'),
  ],
})

const sorry = mail(4, {
  name: 'Feedback: what is missing',
  subject: 'What would make it better?',
  preheader: 'Your answer goes to the people who build it.',
  blocks: [
    heading('Tell us what is in the way.'),
    text(
      HELLO,
      'thank you for being honest. What is the one thing that would have made your number higher?',
      'Answer this mail; it goes to the people who build {{ account.name }}. Somebody writes back.',
    ),
  ],
})

const answered = all({
  type: 'group',
  operator: 'or',
  conditions: [clicked(1, 'score='), clicked(2, 'score=')],
})

const delighted = all({
  type: 'group',
  operator: 'or',
  conditions: [clicked(1, 'score=9'), clicked(1, 'score=10'), clicked(2, 'score=9'), clicked(2, 'score=10')],
})

/** Asks customers after a month how it is going. */
export const feedback = recipe({
  id: 'feedback',
  name: 'Feedback after a month',
  description:
    'Asks customers after 30 days whether they would recommend you, thanks the happy and asks the others what is missing.',
  group: 'Customers',
  color: '#eebc32',
  isOnce: true,
  emails: [ask, again, praise, sorry],
  note: 'Ready as it is.\nIt begins with the tag “customer”. The marks are links to /feedback on your site: a page that says thank you is enough, the click is what counts.',
  steps: [
    { key: 'start', does: '/tag', with: { tag: 'customer', change: 'added' }, at: [0, 0], to: 'month' },
    { key: 'month', does: '/delay-v2', with: wait(30), at: [0, 1], to: 'morning' },
    { key: 'morning', does: '/delay-v2', with: workday('10:30'), at: [0, 2], to: 'ask' },
    { key: 'ask', does: '/send', with: send(1), at: [0, 3], to: 'days' },
    { key: 'days', does: '/delay-v2', with: wait(4), at: [0, 4], to: 'answered1' },
    {
      key: 'answered1',
      does: '/condition',
      with: { conditions: answered },
      title: 'Answered?',
      at: [0, 5],
      to: { yes: 'goal', no: 'again' },
    },
    { key: 'again', does: '/send', with: send(2), at: [1, 6], to: 'more' },
    { key: 'more', does: '/delay-v2', with: wait(4), at: [1, 7], to: 'answered2' },
    {
      key: 'answered2',
      does: '/condition',
      with: { conditions: answered },
      title: 'Answered now?',
      at: [1, 8],
      to: { yes: 'goal', no: 'silent' },
    },
    { key: 'silent', does: '/add-tag', with: { tag: 'no feedback' }, at: [2, 9] },
    { key: 'goal', does: '/goal', with: { name: 'Gave feedback' }, at: [-1, 9], to: 'happy' },
    {
      key: 'happy',
      does: '/condition',
      with: { conditions: delighted },
      title: 'Nine or ten?',
      at: [-1, 10],
      to: { yes: 'fan', no: 'sorry' },
    },
    { key: 'fan', does: '/add-tag', with: { tag: 'promoter' }, at: [-2, 11], to: 'praise' },
    { key: 'praise', does: '/send', with: send(3), at: [-2, 12] },
    { key: 'sorry', does: '/send', with: send(4), at: [0, 12] },
  ],
})
