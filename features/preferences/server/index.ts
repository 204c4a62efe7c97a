import type { FeatureServer, House, Tx } from '@millrace/kit/server'
import { preferencesContract } from '../contract/index.ts'
import { addCategory, categoriesOf, changeCategory, countChoices } from './categories.ts'
import { type AskedOptIn, askOptIn } from './optIn/askOptIn.ts'
import { confirmOptIn, readOptIn } from './optIn/confirmOptIn.ts'
import { preferencesPage, subscriberOf, today } from './page.ts'
import { personChoices, savePersonChoices } from './personChoices.ts'
import type { Desk, PreferencesPorts } from './ports.ts'
import { unsubscribeRoutes } from './routes.ts'
import { suppressionHandlers } from './suppressions/handlers.ts'
import { preferencesUrl, preferenceToken, type Subscriber } from './token.ts'
import { subscribeAgain, unsubscribe } from './unsubscribe.ts'
import { preferenceTexts, savePreferenceTexts } from './verbs/preferenceTexts.ts'
import { savePreferences } from './verbs/savePreferences.ts'

export { type CategoryRules, categoryRules } from './categoryRules.ts'
export type { AskedOptIn } from './optIn/askOptIn.ts'
export { erasedAddresses, personPreferences } from './personPreferences.ts'
export type { OwnMail, PreferencesPorts } from './ports.ts'
export { type Bounce, recordArrivals, recordBounces } from './suppressions/recordBounces.ts'
export { type Suppression, type SuppressionSource, suppress } from './suppressions/suppress.ts'
export {
  preferencesUrl,
  preferenceToken,
  readPreferenceToken,
  type Subscriber,
  unsubscribeUrl,
} from './token.ts'

/** What preferences offers to the features above it. */
export type Preferences = FeatureServer<typeof preferencesContract> & {
  /** Unsubscribes a person from all marketing mail; answers whether that changed anything. */
  unsubscribe(tx: Tx, subscriber: Subscriber, reason: string): Promise<boolean>
  /**
   * Mails somebody a link to confirm that they want to be written to (double opt-in). Answers false where there is nothing to
   * ask: they said yes before, were asked a moment ago, or may not be written to at all.
   */
  askOptIn(tx: Tx, accountId: number, personId: number, asked: AskedOptIn): Promise<boolean>
}

const pageHandlers = (desk: Desk) => {
  const { house } = desk
  const change = (token: string, work: (tx: Tx, subscriber: Subscriber) => Promise<unknown>) => {
    const named = subscriberOf(desk, token)
    return house.db.account(named.accountId, async (tx) => {
      const subscriber = await today(desk, tx, named)
      await work(tx, subscriber)
      return preferencesPage(desk, tx, subscriber)
    })
  }
  return {
    getPreferences: ({ query }: { query: { token: string } }) => change(query.token, async () => {}),
    unsubscribeFromAll: ({ query }: { query: { token: string } }) =>
      change(query.token, (tx, subscriber) => unsubscribe(desk, tx, subscriber, 'On the preferences page')),
    subscribeAgain: ({ query }: { query: { token: string } }) =>
      change(query.token, (tx, subscriber) => subscribeAgain(desk, tx, subscriber)),
  }
}

/** Opens what people want to get. */
export const openPreferences = (house: House, ports: PreferencesPorts): Preferences => {
  const desk: Desk = { house, ports }
  const within = <T>(accountId: number, work: (tx: Tx) => Promise<T>) => house.db.account(accountId, work)
  return {
    contract: preferencesContract,
    handlers: {
      ...pageHandlers(desk),
      ...suppressionHandlers(house),
      readOptIn: ({ query }) => readOptIn(desk, query.token),
      confirmOptIn: ({ body }) => confirmOptIn(desk, body.token),
      countCategoryChoices: async (_input, { accountId }) => ({
        counts: await within(accountId, (tx) => countChoices(tx, accountId)),
      }),
      getPersonPreferences: ({ params }, { accountId }) => personChoices(house, accountId, params.id),
      savePersonPreferences: ({ params, body }, { accountId }) => savePersonChoices(house, accountId, params.id, body),
      savePreferences: ({ query, body }) => savePreferences(desk, query.token, body),
      previewPreferences: ({ params }, { accountId }) => {
        const token = preferenceToken(house, { accountId, personId: 0 })
        return { location: `${preferencesUrl('', token)}&preview=${params.mode}` }
      },
      listCategories: async (_input, { accountId }) => ({
        categories: await within(accountId, (tx) => categoriesOf(house, tx, accountId)),
      }),
      createCategory: async ({ body }, { accountId }) => ({
        category: await within(accountId, (tx) => addCategory(house, tx, accountId, body)),
      }),
      updateCategory: async ({ params, body }, { accountId }) => ({
        category: await within(accountId, (tx) => changeCategory(tx, accountId, params.id, body)),
      }),
      getPreferenceTexts: async (_input, { accountId }) => ({ value: await preferenceTexts(desk, accountId) }),
      savePreferenceTexts: async ({ body }, { accountId }) => ({
        value: await savePreferenceTexts(desk, accountId, body.value),
      }),
    },
    routes: unsubscribeRoutes(desk),
    unsubscribe: (tx, subscriber, reason) => unsubscribe(desk, tx, subscriber, reason),
    askOptIn: (tx, accountId, personId, asked) => askOptIn(desk, tx, accountId, personId, asked),
  }
}
