import { z } from 'zod'
import { stepType } from '../../contract/stepType.ts'
import { Duration } from '../../contract/values.ts'

/** A page of the application, or an address whose host is written out; nothing else may be opened by a click. */
const LINK = /^(https?:\/\/[^\\/?#{}@\s]+([/?#].*)?|\/(?![\\/]).*)$/is

/** Whether an address may be opened by a click. */
export const isLink = (text: string): boolean => LINK.test(text)

const Link = z.string().trim().max(2000).refine(isLink, {
  message: 'Start with https:// and write the host out, or with / for a page of your application.',
})

const Expiry = Duration.extend({ unit: z.enum(['hours', 'days', 'weeks']) }).refine(
  ({ value, unit }) => value * { hours: 1, days: 24, weeks: 168 }[unit] <= 366 * 24,
  'A year at the most.',
)

const Values = z.object({
  title: z.string('Write a title.').trim().min(1, 'Write a title.').max(200),
  body: z.string('Write a text.').trim().min(1, 'Write a text.').max(5000),
  link: Link.optional(),
  button: z.string().trim().max(60).optional(),
  expires: Expiry.optional(),
})
/** Settings of the step: title, body and link are Liquid; a message goes by itself after `expires`. */
export type InAppMessageValues = z.output<typeof Values>

/** So long a message waits where nothing else was said. */
export const EXPIRES = { value: 30, unit: 'days' } as const

/** Leaves a message that the person sees when they open the application next. */
export const inAppMessageStep = stepType<InAppMessageValues>({
  operationKey: '/in-app-message',
  type: 'action',
  kind: 'action',
  group: 'Messages',
  label: 'In-app message',
  description: 'Shows a message inside your own application or on your site.',
  icon: 'message',
  values: Values,
  holds: { title: 'liquid', body: 'liquid', link: 'liquid' },
  startWith: { expires: EXPIRES },
  summary: ({ title, link }) => ({
    title: 'In-app message',
    text: title ? `“${title}”${link ? ' with a button' : ''}` : 'Write a title',
  }),
})
