import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'

const Address = z.string().trim().max(320).pipe(z.email('Use whole addresses such as sales@acme.com.'))

const Values = z.object({
  to: z
    .array(z.union([z.int().positive(), Address]), 'Choose who is told.')
    .min(1, 'Choose who is told.')
    .max(20, 'Tell 20 at the most.'),
  subject: z.string('Write a subject.').trim().min(1, 'Write a subject.').max(500),
  body: z.string('Write a text.').trim().min(1, 'Write a text.').max(20_000),
})
/** Settings of the step: `to` holds ids of members and addresses; subject and body are Liquid. */
export type EmailNotificationValues = z.output<typeof Values>

const toWhom = (to: readonly (number | string)[]) => {
  const members = to.filter((one) => typeof one === 'number').length
  const addresses = to.filter((one) => typeof one === 'string')
  const team = members && `${members} ${members === 1 ? 'member' : 'members'}`
  return `To ${[team, ...addresses.slice(0, 2), addresses.length > 2 && `${addresses.length - 2} more`]
    .filter(Boolean)
    .join(', ')}`
}

/** Writes a mail to members or others of the company about a person. */
export const emailNotificationStep = stepType<EmailNotificationValues>({
  operationKey: '/email-notification',
  type: 'action',
  kind: 'action',
  group: 'Messages',
  label: 'Email notification',
  description: 'Tells your team by email who has come here.',
  icon: 'bell',
  subjects: 'any',
  values: Values,
  holds: { to: 'secret', subject: 'liquid', body: 'liquid' },
  startWith: {
    subject: '{{ person.name | default: person.email }} has come this far',
    body: '{{ person.name | default: person.email }} ({{ person.email }}) has come to this step of the flow.',
  },
  startFor: (objectName) => ({
    subject: `{{ ${objectName}.name }} has come this far`,
    body: `{{ ${objectName}.name }} (number {{ ${objectName}.id }}) has come to this step of the flow.`,
  }),
  summary: ({ to, subject }) => ({
    title: 'Email notification',
    text: to?.length ? [toWhom(to), subject].filter(Boolean).join(': ') : 'Choose who is told',
  }),
})
