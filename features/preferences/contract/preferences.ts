import { z } from 'zod'

/** A kind of mail that people may switch off. */
export const CommunicationCategory = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  type: z.enum(['marketing', 'transactional']),
  accountId: z.number(),
  isDefault: z.boolean(),
  isArchived: z.boolean(),
})

/** A kind of mail that people may switch off. */
export type CommunicationCategory = z.output<typeof CommunicationCategory>

/** What a person said about a category. */
export const Choice = z.enum(['optIn', 'optOut', 'unspecified'])

/** What a person said about a category. */
export type Choice = z.output<typeof Choice>

/** What the preferences page of one person shows. */
export const PreferencesPage = z.object({
  snippets: z.record(z.string(), z.string()),
  removePoweredBy: z.boolean(),
  accountLogo: z.string().nullable(),
  accountName: z.string(),
  accountSite: z.string(),
  personUnsubscribed: z.boolean(),
  /** The category of the mail that the link stood in. */
  categoryId: z.number().nullable(),
  categoriesForPerson: z.record(z.string(), Choice),
  categories: z.array(CommunicationCategory),
  email: z.string(),
  accountId: z.number(),
})

/** What the preferences page of one person shows. */
export type PreferencesPage = z.output<typeof PreferencesPage>

/** The words of the preferences page, each of which an account may replace. */
export const PREFERENCE_TEXTS = {
  title: 'Your email preferences',
  intro: 'Choose what you would like to hear about.',
  save: 'Save preferences',
  unsubscribeAll: 'Unsubscribe from all emails',
  unsubscribedTitle: 'You are unsubscribed',
  unsubscribedIntro: 'You will get no more marketing emails from us.',
  resubscribe: 'Subscribe again',
} as const

/** One of the words of the preferences page. */
export type PreferenceText = keyof typeof PREFERENCE_TEXTS
