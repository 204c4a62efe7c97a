import { accountsContract } from '@millrace/accounts/contract'
import { FlowScreen } from '@millrace/flows/web'
import { ErrorPanel, type SignedIn as Member, PageSkeleton, SignedInContext, useCall, usePath } from '@millrace/kit/web'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { isShared } from '../boot/isShared.ts'
import type { OpenAccount } from '../boot/session.ts'
import css from './Shell.module.css'
import { TopBar } from './TopBar.tsx'

// Fetched right after the first paint: it has to be here before the server is lost.
const ServerLost = lazy(() => import('./ServerLost.tsx'))
const Overlays = lazy(() => import('./Overlays.tsx'))
const PaletteHost = lazy(() => import('../palette/PaletteHost.tsx'))

const signedInOf = (account: OpenAccount): Member => ({
  accountId: account.accountId,
  accountName: account.accountName || account.name,
  memberId: account.teamMemberId,
  memberName: account.teamMemberName,
  email: account.teamMemberEmail,
  timezone: account.timezone,
  isOwner: account.isOwner,
  isAdmin: account.isAdmin,
  scopes: new Set(account.scopes),
})

/** Everything around a page for somebody who is signed in: top bar, search, notices of a lost server. */
const SignedIn = () => {
  const { data: account, error, refetch } = useCall(accountsContract.accountInfo)
  const signedIn = useMemo(() => account && signedInOf(account), [account])
  const path = usePath()
  const main = useRef<HTMLElement>(null)
  const [isReady, setReady] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page begins at its top
  useEffect(() => {
    main.current?.scrollTo(0, 0)
  }, [path])
  useEffect(() => setReady(true), [])
  if (error && !account) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!account || !signedIn) return <PageSkeleton />
  return (
    <SignedInContext value={signedIn}>
      <div className={css.shell}>
        <a className={css.skip} href="#main">
          Skip to the content
        </a>
        <TopBar account={account} />
        <Suspense fallback={null}>{isReady && <ServerLost />}</Suspense>
        <main className={css.body} id="main" ref={main} tabIndex={-1}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {isReady && (
        <Suspense fallback={null}>
          <PaletteHost />
          <Overlays account={account} />
        </Suspense>
      )}
    </SignedInContext>
  )
}

/** What is around a page: the bar and search of a member; at a shared address only what whoever has the link may see. */
export default function Shell() {
  const isForAnybody = useRouterState({ select: ({ location }) => isShared(location) })
  return isForAnybody ? <FlowScreen /> : <SignedIn />
}
