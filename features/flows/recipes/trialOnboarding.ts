import { recipe, send, workday } from './draw.ts'
import { button, HELLO, heading, mail, points, site, text } from './mail.ts'

const welcome = mail(1, {
  name: 'Trial: welcome',
  subject: 'Welcome to {{ account.name }}, {{ person.firstName | default: "friend" }}',
  preheader: 'Your trial is ready. Here is the shortest way to something useful.',
  blocks: [
    heading('Good to have you here.'),
    text(
      HELLO,
      'your trial of {{ account.name }} is ready. You do not need to read anything first: most people see what it does for them within ten minutes, and this is how.',
    ),
    points(
      '<b>Begin with something real.</b> Bring one thing that you work on this week, not an example.',
      '<b>Take the first step to the end.</b> The rest explains itself from there.',
      '<b>Ask.</b> Answer this mail and a person reads it.',
    ),
    button('Begin now', '/'),
  ],
})

const nextStep = mail(2, {
  name: 'Trial: the next step',
  subject: 'You have begun. This is what makes it stick',
  preheader: 'Teams get more out of it than one person alone.',
  blocks: [
    heading('You are off to a good start.'),
    text(
      HELLO,
      'you have done the first thing that matters. The second is to let somebody else in: work that two people see gets finished far more often than work that one person hides.',
      'Inviting a colleague takes ten seconds, and costs nothing during your trial.',
    ),
    button('Invite a colleague', '/'),
  ],
})

const needHand = mail(3, {
  name: 'Trial: need a hand?',
  subject: 'Shall we set it up together?',
  preheader: 'Fifteen minutes, your own work, no slides.',
  blocks: [
    heading('The first step is the hardest.'),
    text(
      HELLO,
      'you signed up but have not got going yet. That is rarely for lack of will: usually it is one small thing, like data that is somewhere else, or not knowing where to begin.',
      `Tell us what it is by answering this mail. Or <a href='${site('/')}'>have another look</a>; everything is where you left it.`,
    ),
    button('Carry on', '/'),
  ],
})

/** From the first minute of a trial to the first thing that works. */
export const trialOnboarding = recipe({
  id: 'trial-onboarding',
  name: 'Trial onboarding',
  description:
    'Welcomes everybody who starts a trial, and helps those on who have not got going after a day: the next mail comes as soon as they have.',
  group: 'Trials',
  color: '#22a86c',
  isOnce: true,
  emails: [welcome, nextStep, needHand],
  note: 'To fill in:\n1. the event that begins a trial\n2. what somebody does who “gets going”, in both waits: they then go on within a second\n\nThe tag “trial” also starts the recipe “Trial ending”.',
  steps: [
    { key: 'start', does: '/event', title: 'A trial begins', at: [0, 0], to: 'tag' },
    { key: 'tag', does: '/add-tag', with: { tag: 'trial' }, at: [0, 1], to: 'welcome' },
    { key: 'welcome', does: '/send', with: send(1), at: [0, 2], to: 'going' },
    {
      key: 'going',
      does: '/wait-for',
      with: { timeout: { value: 1, unit: 'days' } },
      title: 'Until they get going',
      at: [0, 3],
      to: { happened: 'next', 'timed out': 'morning' },
    },
    { key: 'next', does: '/send', with: send(2), at: [-1, 4], to: 'goal' },
    { key: 'goal', does: '/goal', with: { name: 'Got going' }, at: [-1, 5] },
    { key: 'morning', does: '/delay-v2', with: workday('10:00'), at: [1, 4], to: 'help' },
    { key: 'help', does: '/send', with: send(3), at: [1, 5], to: 'later' },
    {
      key: 'later',
      does: '/wait-for',
      with: { timeout: { value: 3, unit: 'days' } },
      title: 'Until they get going after all',
      at: [1, 6],
      to: { happened: 'goal', 'timed out': 'end' },
    },
    { key: 'end', does: '/add-tag', with: { tag: 'not activated' }, at: [1, 7] },
  ],
})
