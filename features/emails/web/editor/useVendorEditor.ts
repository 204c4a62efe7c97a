import { useCall } from '@millrace/kit/web'
import { vendorCalls } from '../../contract/vendorCalls.ts'

/** Where Unlayer's own editor is shown; undefined where it is not offered, and while that is not known. */
export const useVendorEditor = (isFitting: boolean): { address: string | undefined; isAsking: boolean } => {
  const { data, isLoading } = useCall(vendorCalls.getVendorEditor, undefined, {
    enabled: isFitting,
    staleMs: Number.POSITIVE_INFINITY,
  })
  return { address: data?.frame ?? undefined, isAsking: isLoading }
}
