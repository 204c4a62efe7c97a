import type { OpenAccount } from '../boot/session.ts'
import { hasPage } from '../routes.ts'

/** One thing that a newcomer sets up. */
export type Item = {
  key: 'flow' | 'email' | 'import' | 'apps' | 'domain'
  title: string
  text: string
  to: string
  page: string
}

/** In their order; those whose pages are not there are left out. */
const ITEMS: readonly Item[] = [
  {
    key: 'flow',
    title: 'Create a flow',
    text: 'Draw what should happen when somebody signs up, buys, or goes quiet.',
    to: '/flows?create-flow=1',
    page: '/flows',
  },
  {
    key: 'email',
    title: 'Create your first email',
    text: 'Write it once; flows and broadcasts send it with each person’s own words.',
    to: '/emails',
    page: '/emails',
  },
  {
    key: 'import',
    title: 'Import people',
    text: 'Bring your customers from a CSV file, with their fields and tags.',
    to: '/people/imports',
    page: '/people/imports',
  },
  {
    key: 'apps',
    title: 'Connect an app',
    text: 'Let the tools you already use feed your flows.',
    to: '/apps',
    page: '/apps',
  },
  {
    key: 'domain',
    title: 'Verify your domain',
    text: 'Mail that is signed with your own domain reaches the inbox.',
    to: '/settings/email/domains',
    page: '/settings/email/domains',
  },
]

/** More people than this and nobody needs to be told how to import. */
const ENOUGH_PEOPLE = 5

/** The checklist of an account and what of it is done. */
export const checklistOf = (
  account: Pick<OpenAccount, 'onboarding' | 'peopleCount'>,
  isThere: (path: string) => boolean = hasPage,
): (Item & { isDone: boolean })[] =>
  ITEMS.filter(({ page }) => isThere(page)).map((item) => ({
    ...item,
    isDone: account.onboarding[item.key] === true || (item.key === 'import' && account.peopleCount > ENOUGH_PEOPLE),
  }))

/** The same as a hook. */
export const useChecklist = (account: OpenAccount) => checklistOf(account)
