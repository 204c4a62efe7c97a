import { accountsSettings } from '@millrace/accounts/web'
import { deliverySettings } from '@millrace/delivery/web'
import { emailsSettings } from '@millrace/emails/web'
import type { LazyScreen } from '@millrace/kit/web'
import { type ComponentType, lazy, Suspense } from 'react'

const part = <P extends object>(load: () => Promise<LazyScreen<P>>) =>
  lazy(async () => (await load()).load() as Promise<{ default: ComponentType<P> }>)

const AdminAccount = part(async () => (await accountsSettings()).AdminAccount)
const MailProviderPanel = part(async () => (await deliverySettings()).MailProviderPanel)
const ModeratedEmails = part(async () => (await emailsSettings()).ModeratedEmails)

/** One account for the platform's administrators: its state, its mail provider, its emails. */
export default function AdminAccountPage() {
  return (
    <AdminAccount>
      {(accountId) => (
        <Suspense fallback={null}>
          <ModeratedEmails accountId={accountId} />
          <MailProviderPanel accountId={accountId} />
        </Suspense>
      )}
    </AdminAccount>
  )
}
