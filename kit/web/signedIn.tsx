import { createContext, useContext } from 'react'
import { allows, type Scope } from '../contract/scopes.ts'

/** Who is signed in, and in which account. The shell provides it. */
export type SignedIn = {
  accountId: number
  accountName: string
  memberId: number
  memberName: string
  email: string
  timezone: string
  isOwner: boolean
  isAdmin: boolean
  scopes: ReadonlySet<Scope>
}

/** Provides who is signed in. */
export const SignedInContext = createContext<SignedIn | undefined>(undefined)

/** Who is signed in; only below the shell. */
export const useSignedIn = (): SignedIn => {
  const value = useContext(SignedInContext)
  if (!value) throw new Error('useSignedIn is for screens behind the sign-in.')
  return value
}

/** Whether the member may do what the scopes name; asks the same question that the server answers. */
export const useMay = (...scopes: Scope[]): boolean => {
  const value = useContext(SignedInContext)
  return value ? allows(value, scopes) : false
}
