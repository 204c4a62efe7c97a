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

/** How many people said what about a category; `asked` have not confirmed yet. */
export const CategoryCount = z.object({ optIn: z.number(), optOut: z.number(), asked: z.number() })

/** How many people said what about a category. */
export type CategoryCount = z.output<typeof CategoryCount>

/** What the preferences page asks first. */
export const PAGE_MODES = ['manage', 'category', 'all'] as const

/** What the preferences page asks first. */
export type PageMode = (typeof PAGE_MODES)[number]

/** The words of the preferences page, each of which an account may replace; `{category}` stands for the kind of mail. */
export const PREFERENCE_TEXTS = {
  title: 'Your email preferences',
  intro: 'Choose what you would like to hear about.',
  save: 'Save preferences',
  unsubscribeAll: 'Unsubscribe from all emails',
  categoryTitle: 'Unsubscribe from {category}?',
  categoryIntro: 'You will still get our other emails.',
  categoryLeave: 'Unsubscribe from {category}',
  categoryLeft: 'You are unsubscribed from {category}',
  categoryReturn: 'Subscribe to {category} again',
  manage: 'Choose what you get',
  allTitle: 'Unsubscribe from all emails?',
  allIntro: 'You will get no more marketing emails from us.',
  unsubscribedTitle: 'You are unsubscribed',
  unsubscribedIntro: 'You will get no more marketing emails from us.',
  resubscribe: 'Subscribe again',
} as const

/** One of the words of the preferences page. */
export type PreferenceText = keyof typeof PREFERENCE_TEXTS
