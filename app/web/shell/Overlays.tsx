import { Button } from '@mantine/core'
import { EmailOverlay } from '@millrace/emails/web'
import { Link } from '@millrace/kit/web'
import { lazy, Suspense, useState } from 'react'
import type { OpenAccount } from '../boot/session.ts'
import { hasPage } from '../hasPage.ts'
import css from './Overlays.module.css'

const Works = lazy(() => import('./Works.tsx'))

const stateOf = ({ blocked, status }: OpenAccount) => {
  if (blocked) return { title: 'Account Suspended', text: 'Please contact us and we will look into it together.' }
  if (status === 'trialExpired')
    return { title: 'Oh no! Your trial has expired', text: 'Your flows rest until you choose a plan.' }
  if (status === 'canceled')
    return { title: 'Oh, your account is canceled', text: 'Your data is kept. Choose a plan to go on.' }
  return undefined
}

/** Covers the app for an account that is suspended, canceled or past its trial; only administrators can close it. */
const AccountCover = ({ account }: { account: OpenAccount }) => {
  const [isClosed, setClosed] = useState(false)
  const state = stateOf(account)
  if (!state || isClosed) return null
  const canChoose = !account.blocked && hasPage('/settings/billing')
  return (
    <div className={css.cover} role="alertdialog" aria-modal="true" aria-label={state.title}>
      <div className={css.box}>
        <h2>{state.title}</h2>
        <p>{state.text}</p>
        {canChoose && (
          <Button component={Link} to="/settings/billing">
            Choose a plan
          </Button>
        )}
        {account.isAdmin && (
          <Button variant="default" onClick={() => setClosed(true)}>
            Close
          </Button>
        )}
      </div>
    </div>
  )
}

/** What floats over every page: work that goes on, and what keeps an account from working. */
export default function Overlays({ account }: { account: OpenAccount }) {
  return (
    <>
      <Suspense fallback={null}>
        <Works />
        <EmailOverlay />
      </Suspense>
      <AccountCover account={account} />
    </>
  )
}
