import { accessContract } from '@millrace/access/contract'
import { useMutate } from '@millrace/kit/web'

/** Goes on in another account: the whole page is loaded anew at home, so that nothing of the one before stays. */
export const useSwitchAccount = () => {
  const { mutate, isPending, variables } = useMutate(accessContract.switchAccount, {
    onDone: () => window.location.assign('/'),
  })
  return {
    switchTo: (id: number) => mutate({ params: { id } }),
    /** The account that is on its way. */
    switchingTo: isPending ? variables?.params.id : undefined,
  }
}
