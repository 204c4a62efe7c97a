import { all, clicked, recipe, send, wait } from './draw.ts'
import { button, HELLO, heading, mail, points, text } from './mail.ts'

const WORKING_HOURS = { weekdays: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', timezone: 'person' }

const news = mail(1, {
  name: 'News: a new feature',
  subject: 'New in {{ account.name }}: say in five words what it does',
  preheader: 'Say here what people can do now that they could not do before.',
  blocks: [
    heading('Say what is new in one line.'),
    text(
      HELLO,
      'say in two sentences what people can do now that they could not do before, and for whom it is. Leave out how much work it was.',
    ),
    points('What becomes quicker.', 'What becomes possible.', 'What they have to do for it: best nothing.'),
    button('Try it', '/?new=1'),
    text('You find it at the place where you would look for it. It is part of your plan.'),
  ],
})

const reminder = mail(2, {
  name: 'News: in case you missed it',
  subject: 'Did you see this?',
  preheader: 'Half a minute, with a picture.',
  blocks: [
    heading('In case it got lost.'),
    text(
      HELLO,
      'last week we told you about something new. Many who work like you do have tried it since, and most of them kept using it.',
      'It takes half a minute to see whether it is for you.',
    ),
    button('Have a look', '/?new=1'),
  ],
})

/** Tells the right people about something new. */
export const featureAnnouncement = recipe({
  id: 'feature-announcement',
  name: 'Feature announcement',
  description:
    'Tells one segment about something new during their working hours, and reminds those once who did not look.',
  group: 'Announcements',
  color: '#8e4ec6',
  isOnce: true,
  emails: [news, reminder],
  note: 'To fill in:\n1. the segment that it is for\n2. the first mail: it tells you what belongs where\n\nIt begins with the tag “hears the news”: choose people in the list and tag them together.',
  steps: [
    { key: 'start', does: '/tag', with: { tag: 'hears the news', change: 'added' }, at: [0, 0], to: 'whom' },
    { key: 'whom', does: '/segment', title: 'Is it for them?', at: [0, 1], to: { yes: 'news', no: 'end' } },
    { key: 'end', does: '/end-flow', at: [1, 2] },
    { key: 'news', does: '/send', with: { ...send(1), window: WORKING_HOURS }, at: [-1, 2], to: 'days' },
    { key: 'days', does: '/delay-v2', with: wait(5), at: [-1, 3], to: 'looked' },
    {
      key: 'looked',
      does: '/condition',
      with: { conditions: all(clicked(1)) },
      title: 'Had a look?',
      at: [-1, 4],
      to: { yes: 'goal', no: 'reminder' },
    },
    { key: 'goal', does: '/goal', with: { name: 'Tried it' }, at: [-2, 8] },
    { key: 'reminder', does: '/send', with: { ...send(2), window: WORKING_HOURS }, at: [0, 5], to: 'more' },
    { key: 'more', does: '/delay-v2', with: wait(5), at: [0, 6], to: 'looked2' },
    {
      key: 'looked2',
      does: '/condition',
      with: { conditions: all(clicked(2)) },
      title: 'Had a look now?',
      at: [0, 7],
      to: { yes: 'goal', no: 'off' },
    },
    { key: 'off', does: '/remove-tag', with: { tag: 'hears the news' }, at: [0, 8] },
  ],
})
