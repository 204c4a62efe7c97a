import { all, recipe, tag } from './draw.ts'
import { button, HELLO, heading, mail, text } from './mail.ts'

const TAG = { tag: 'payment failed' }

const first = mail(1, {
  name: 'Payment: it did not go through',
  subject: 'Your payment to {{ account.name }} did not go through',
  preheader: 'Usually the card has run out. It takes a minute to mend.',
  isTransactional: true,
  blocks: [
    heading('Your payment did not go through.'),
    text(
      HELLO,
      'we tried to charge your card and the bank said no. Most often the card has run out or was replaced.',
      'Nothing has changed for you yet. Please bring your payment details up to date; we then try again by ourselves.',
    ),
    button('Update payment details', '/billing'),
  ],
})

const second = mail(2, {
  name: 'Payment: still open',
  subject: 'Your payment is still open',
  preheader: 'Please look at your payment details this week.',
  isTransactional: true,
  blocks: [
    heading('Still open.'),
    text(
      HELLO,
      'your last payment has not come through yet, and we would not like to interrupt your work. Please look at your payment details within the next four days.',
      'If somebody else pays the bills in your company, pass this mail on to them.',
    ),
    button('Update payment details', '/billing'),
  ],
})

const last = mail(3, {
  name: 'Payment: before we pause',
  subject: 'We have to pause your account in three days',
  preheader: 'Nothing is deleted. A payment brings everything back.',
  isTransactional: true,
  blocks: [
    heading('Before we pause your account.'),
    text(
      HELLO,
      'we have not been able to take your payment for a week. In <b>three days</b> your account is paused: nobody can sign in then, but nothing is deleted, and a payment brings everything back at once.',
      'If something is wrong with the invoice, answer this mail and we sort it out.',
    ),
    button('Pay now', '/billing'),
  ],
})

const mailed = (emailId: number) => ({ emailId, onlyOnce: false, transactional: true })

/** Whoever pays loses the tag, and goes on at that moment. */
const paidWithin = (value: number) => ({
  conditions: all(tag('payment failed', 'has not')),
  timeout: { value, unit: 'days' },
})

const ifNot = (next: string) => ({ happened: 'goal', 'timed out': next })

const TOLD = {
  subject: '{{ person.name | default: person.email }} has not paid for ten days',
  body: '{{ person.name | default: person.email }} ({{ person.email }}) got three reminders and has not paid. A call may help more than another mail.',
}

/** Three friendly reminders, ended by the payment. */
export const failedPayment = recipe({
  id: 'failed-payment',
  name: 'Failed payment',
  description:
    'Reminds people three times within a week when a payment fails, stops the moment that they have paid, and tells your team of those who have not.',
  group: 'Revenue',
  color: '#cf3338',
  emails: [first, second, last],
  note: 'To fill in:\n1. the event of a payment that failed\n2. the event of one that succeeded\n3. who of your team hears of those who have not paid\n\nThe tag “payment failed” says who still owes. These mails are about a purchase: people who unsubscribed get them too.',
  steps: [
    { key: 'failed', does: '/event', title: 'A payment failed', at: [0, 0], to: 'owes' },
    { key: 'owes', does: '/add-tag', with: TAG, at: [0, 1], to: 'first' },
    { key: 'first', does: '/send', with: mailed(1), at: [0, 2], to: 'open1' },
    { key: 'open1', does: '/wait-for', with: paidWithin(3), title: 'Until they pay', at: [0, 3], to: ifNot('second') },
    { key: 'second', does: '/send', with: mailed(2), at: [0, 4], to: 'open2' },
    { key: 'open2', does: '/wait-for', with: paidWithin(4), title: 'Until they pay', at: [0, 5], to: ifNot('last') },
    { key: 'last', does: '/send', with: mailed(3), at: [0, 6], to: 'open3' },
    { key: 'open3', does: '/wait-for', with: paidWithin(3), title: 'Until they pay', at: [0, 7], to: ifNot('lost') },
    { key: 'lost', does: '/add-tag', with: { tag: 'payment lost' }, at: [0, 8], to: 'tell' },
    { key: 'tell', does: '/email-notification', with: TOLD, title: 'Tell the team', at: [0, 9] },
    { key: 'goal', does: '/goal', with: { name: 'Paid after a reminder' }, at: [-2, 6] },
    { key: 'paid', does: '/event', title: 'A payment succeeded', at: [2, 0], to: 'settled' },
    { key: 'settled', does: '/remove-tag', with: TAG, at: [2, 1] },
  ],
})
