import { useMutate } from '@millrace/kit/web'
import { sessionCalls } from '../../contract/index.ts'

/** Signs out and goes to the sign-in; the whole page is loaded anew, so that nothing of the account is left in it. */
export const useLogOut = (): (() => void) => {
  const { mutate } = useMutate(sessionCalls.logout, { onDone: () => window.location.assign('/login') })
  return () => mutate({})
}
