import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'
import { TimeOfDay, Weekdays, ZoneOf } from '../../contract/values.ts'

const Window = z.object({ weekdays: Weekdays, from: TimeOfDay, to: TimeOfDay, timezone: ZoneOf })

const Values = z.object({
  emailId: z.coerce.number<number>('Choose an email.').int().positive('Choose an email.'),
  sendTo: z.string().trim().max(1000).optional(),
  window: Window.optional(),
  transactional: z.boolean().optional(),
  onlyOnce: z.boolean().default(true).optional(),
})
/** Settings of the send step. `sendTo` is an address, Liquid allowed; empty means the person's own. */
export type SendValues = z.output<typeof Values>

/** Sends an email. */
export const sendStep = stepType<SendValues>({
  operationKey: '/send',
  type: 'action',
  kind: 'action',
  group: 'Messages',
  label: 'Send email',
  description: 'Sends one of your emails.',
  icon: 'mail',
  values: Values,
  holds: { emailId: 'email', sendTo: 'liquid' },
  sends: true,
  startWith: { onlyOnce: true },
  summary: ({ emailId, window }, names) => {
    if (!emailId) return { title: 'Send email', text: 'Choose an email' }
    const email = names.emails?.[emailId]
    const from = email?.fromName || email?.fromEmail
    const parts = [from && `From ${from}`, window && `between ${window.from} and ${window.to}`].filter(Boolean)
    return { title: email?.name ?? `Email ${emailId}`, text: parts.join(', ') || 'Sends at once' }
  },
})
