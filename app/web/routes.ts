import { EmailList, EmailScreen } from '@millrace/emails/web'
import { FlowList, FlowScreen } from '@millrace/flows/web'
import { type Page, page } from './boot/page.ts'
import { Dashboard } from './dashboard/index.ts'

/** The site map: one line per address. */
export const PAGES: readonly Page[] = [
  page('/', Dashboard, 'Home'),
  page('/dashboard', Dashboard, 'Home'),
  page('/emails', EmailList, 'Emails'),
  page('/emails/$id', EmailScreen, 'Email'),
  page('/flows', FlowList, 'Flows'),
  page('/flows/$id', FlowScreen, 'Flow'),
]

/** Is there a page at this address? Menus show only what there is. */
export const hasPage = (address: string): boolean => PAGES.some(({ path }) => path === address.split(/[?#]/)[0])
