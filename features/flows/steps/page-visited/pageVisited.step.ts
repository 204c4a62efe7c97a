import { z } from 'zod'
import { addressConditions, isWholeAddress } from '../../contract/addresses.ts'
import { stepType, words } from '../../contract/stepType.ts'
import { only, Within } from '../../contract/values.ts'

const Values = z
  .object({
    url: z.string('Say which page.').trim().min(1, 'Say which page.').max(2000),
    match: z.enum(['is', 'contains', 'starts']),
    within: Within.optional(),
  })
  .refine(({ url, match }) => match === 'contains' || isWholeAddress(url), {
    path: ['url'],
    error: 'Use a whole address such as https://acme.com/pricing, or “contains”.',
  })
/** Settings of the page filter. */
export type PageVisitedValues = z.output<typeof Values>

const MATCHES = { is: '', contains: 'a page with ', starts: 'a page under ' }

/** Splits people by whether they have visited a page. */
export const pageVisitedStep = stepType<PageVisitedValues>({
  operationKey: '/page-visited',
  type: 'filter',
  kind: 'filter',
  group: 'Filters',
  label: 'Page visited',
  description: 'Goes on by yes or no: was the person on a page of yours?',
  icon: 'world',
  values: Values,
  startWith: { match: 'is' },
  asks: ({ url, match, within }) =>
    only({
      type: 'event',
      condition: 'has',
      systemConditions: {
        type: 'group',
        operator: 'and',
        conditions: [
          { type: 'field', field: 'type', condition: 'is', value: 'page' },
          addressConditions('url', url, match),
        ],
      },
      ...(within && { recencyCondition: { type: 'recencyCondition', condition: 'after period', value: within } }),
    }),
  summary: ({ url, match = 'is', within }) => ({
    title: 'Visited page?',
    text: url
      ? [
          `${MATCHES[match]}${url.replace(/^https?:\/\//, '')}`,
          within && `in the last ${words(within.value, within.unit)}`,
        ]
          .filter(Boolean)
          .join(', ')
      : 'Say which page',
  }),
})
