import { z } from 'zod'
import { isWholeAddress } from '../../contract/addresses.ts'
import { stepType } from '../../contract/stepType.ts'

const FormValues = z.object({ formId: z.coerce.number<number>('Choose a form.').int().positive('Choose a form.') })
/** Settings of the form trigger. */
export type FormSubmittedValues = z.output<typeof FormValues>

const TrackedValues = z.object({
  formHash: z.string('Choose a form.').trim().min(1, 'Choose a form.').max(255),
  url: z
    .string('Say on which page the form is.')
    .trim()
    .min(1, 'Say on which page the form is.')
    .max(2000)
    .refine(isWholeAddress, 'Use a whole address such as https://acme.com/contact.'),
})
/** Settings of the trigger for forms on one's own pages, known by what they look like and where they stand. */
export type TrackedFormValues = z.output<typeof TrackedValues>

const ExternalValues = z.object({ name: z.string('Name the form.').trim().min(1, 'Name the form.').max(255) })
/** Settings of the trigger for forms of other tools. */
export type ExternalFormValues = z.output<typeof ExternalValues>

const FORM = { type: 'trigger', kind: 'trigger', group: 'Triggers', icon: 'clipboard-text', needs: 'forms' } as const

/** People enter when they submit a form. */
export const formSubmittedStep = stepType<FormSubmittedValues>({
  ...FORM,
  operationKey: '/form-submitted',
  label: 'Form submitted',
  description: 'Starts when somebody submits one of your forms.',
  values: FormValues,
  holds: { formId: 'form' },
  summary: ({ formId }, names) => ({
    title: 'Form submitted',
    text: formId ? (names.forms?.[formId] ?? `Form ${formId}`) : 'Choose a form',
  }),
})

/** People enter when they submit a form on a page that is tracked. */
export const trackedFormSubmittedStep = stepType<TrackedFormValues>({
  ...FORM,
  operationKey: '/tracked-form-submitted',
  label: 'Tracked form submitted',
  description: 'Starts when somebody submits a form on a page that you track.',
  values: TrackedValues,
  summary: ({ formHash, url }) => ({
    title: 'Tracked form submitted',
    text: formHash && url ? `On ${url.replace(/^https?:\/\//, '')}` : 'Choose a form',
  }),
})

/** People enter when they submit a form that another tool tells of. */
export const externalFormSubmittedStep = stepType<ExternalFormValues>({
  ...FORM,
  operationKey: '/external-form-submitted',
  label: 'External form submitted',
  description: 'Starts when somebody submits a form of another tool.',
  values: ExternalValues,
  summary: ({ name }) => ({ title: 'External form submitted', text: name || 'Name the form' }),
})
