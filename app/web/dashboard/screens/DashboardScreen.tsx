import { accountsContract } from '@millrace/accounts/contract'
import { PageHead, useCall, useSignedIn } from '@millrace/kit/web'
import css from '../Dashboard.module.css'
import { Figures } from '../Figures.tsx'
import { FlowsLately } from '../FlowsLately.tsx'
import { Lately } from '../Lately.tsx'
import { SetupList } from '../SetupList.tsx'

/** Home: how far the setup is, the figures of the last 30 days, and what happened lately. */
export default function DashboardScreen() {
  const { memberName } = useSignedIn()
  const account = useCall(accountsContract.accountInfo).data
  const firstName = memberName.trim().split(/\s+/)[0]
  if (!account) return null
  return (
    <div className={css.ground}>
      <div className={css.inner}>
        <PageHead title={firstName ? `Welcome, ${firstName}` : 'Welcome'} sub="The last 30 days at a glance." />
        <Figures account={account} />
        <div className={css.columns}>
          <div className={css.stack}>
            <SetupList account={account} />
            <FlowsLately />
          </div>
          <Lately />
        </div>
      </div>
    </div>
  )
}
