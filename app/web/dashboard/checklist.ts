import { deliveryContract } from '@millrace/delivery/contract'
import { emailsContract } from '@millrace/emails/contract'
import { flowsContract } from '@millrace/flows/contract'
import { importsContract } from '@millrace/imports/contract'
import { useCall } from '@millrace/kit/web'
import type { OpenAccount } from '../boot/session.ts'
import { hasPage } from '../hasPage.ts'

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
    text: 'Write it once; flows send it with each person’s own words.',
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
    text: 'Let the tools that you already use feed your flows.',
    to: '/apps',
    page: '/apps',
  },
  {
    key: 'domain',
    title: 'Verify your domain name',
    text: 'Mail that is signed with your own domain reaches the inbox.',
    to: '/settings/email/domains',
    page: '/settings/email/domains',
  },
]

/** More people than this and nobody needs to be told how to import. */
const ENOUGH_PEOPLE = 5

/** What there is already, by item. */
export type Existing = Partial<Record<Item['key'], boolean>>

type Asked = Pick<OpenAccount, 'onboarding' | 'peopleCount'>

/** The checklist of an account and what of it is done: marked as done, or there already. */
export const checklistOf = (
  { onboarding, peopleCount }: Asked,
  existing: Existing = {},
  isThere: (path: string) => boolean = hasPage,
): (Item & { isDone: boolean })[] =>
  ITEMS.filter(({ page }) => isThere(page)).map((item) => ({
    ...item,
    isDone:
      onboarding[item.key] === true ||
      existing[item.key] === true ||
      (item.key === 'import' && peopleCount > ENOUGH_PEOPLE),
  }))

const FRESH = 60_000

/** The checklist of the open account; asks only for what is not marked as done. */
export const useChecklist = (account: OpenAccount) => {
  const { onboarding, peopleCount } = account
  const ask = (key: Item['key']) => ({ staleMs: FRESH, enabled: !onboarding[key] })
  const flows = useCall(flowsContract.listFlows, { query: { limit: 1 } }, ask('flow'))
  const emails = useCall(emailsContract.listEmails, { query: { limit: 50 } }, ask('email'))
  const isImportOpen = !onboarding.import && peopleCount <= ENOUGH_PEOPLE
  const imports = useCall(
    importsContract.listImports,
    { query: { limit: 1 } },
    { staleMs: FRESH, enabled: isImportOpen },
  )
  const domains = useCall(deliveryContract.listSenderDomains, undefined, ask('domain'))
  return checklistOf(account, {
    flow: (flows.data?.integrations.length ?? 0) > 0,
    email: emails.data?.emails.some(({ aiGenerated }) => !aiGenerated) ?? false,
    import: (imports.data?.imports.length ?? 0) > 0,
    apps: account.activeServices.length > 1,
    domain: (domains.data?.domains.length ?? 0) > 0,
  })
}
