import { accountsSettings } from '@millrace/accounts/web'
import { deliverySettings } from '@millrace/delivery/web'
import { emailsSettings } from '@millrace/emails/web'
import { lazy, Suspense } from 'react'

const AdminAccount = lazy(async () => (await accountsSettings()).AdminAccount.load())
const MailProviderPanel = lazy(async () => (await deliverySettings()).MailProviderPanel.load())
const ModeratedEmails = lazy(async () => (await emailsSettings()).ModeratedEmails.load())

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
