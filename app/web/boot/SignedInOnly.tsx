import { accountsContract } from '@millrace/accounts/contract'
import type { Scope } from '@millrace/kit/contract'
import { ErrorPanel, onSignedOut, type SignedIn, SignedInContext, useCall, usePath } from '@millrace/kit/web'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Shell } from '../shell/Shell.tsx'
import { ScreenLoader } from './ScreenLoader.tsx'

/** Leaves for the sign-in, which leads back here. A whole page load forgets everything that was kept of the account. */
const leaveForLogin = () => {
  const origin = window.location.pathname + window.location.search
  window.location.assign(origin === '/' ? '/login' : `/login?origin=${encodeURIComponent(origin)}`)
}

/** Shows what is behind the sign-in to those who are signed in, and the sign-in to everyone else. */
export const SignedInOnly = ({ isBare, children }: { isBare?: boolean; children: ReactNode }) => {
  const { data, error, refetch } = useCall(accountsContract.accountInfo)
  const path = usePath()
  useEffect(() => onSignedOut(leaveForLogin), [])
  const signedIn = useMemo<SignedIn | undefined>(() => {
    if (!data) return undefined
    return {
      accountId: data.accountId,
      accountName: data.accountName,
      memberId: data.teamMemberId,
      memberName: data.teamMemberName,
      email: data.email,
      timezone: data.timezone,
      isOwner: data.isOwner,
      isAdmin: data.isAdmin,
      scopes: new Set(data.scopes as Scope[]),
    }
  }, [data])
  if (error && error.name !== 'NotSignedIn') return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!signedIn) return <ScreenLoader />
  return (
    <SignedInContext.Provider value={signedIn}>
      {isBare ? (
        children
      ) : (
        <Shell key={signedIn.accountId} path={path}>
          {children}
        </Shell>
      )}
    </SignedInContext.Provider>
  )
}
