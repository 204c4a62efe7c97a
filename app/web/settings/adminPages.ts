import { accountsSettings } from '@millrace/accounts/web'
import { emailsSettings } from '@millrace/emails/web'
import { lazyScreen } from '@millrace/kit/web'
import { type Page, page } from '../boot/page.ts'
import { from } from './settingsPages.ts'

/** The pages of the platform's administrators, beside the rail of settings; those of parameters last. */
export const ADMIN_PAGES: readonly Page[] = [
  page('/admin/accounts', from(accountsSettings)('AdminAccounts'), 'All accounts'),
  page('/admin/moderation', from(emailsSettings)('ModerationList'), 'Moderation'),
  page(
    '/admin/$id',
    lazyScreen(() => import('./AdminAccountPage.tsx')),
    'All accounts',
  ),
]
