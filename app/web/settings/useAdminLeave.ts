import { ApiError, queryClient, useGo } from '@millrace/kit/web'
import { useEffect } from 'react'

const REFUSED = [401, 403]

const isRefused = (path: unknown, error: unknown) =>
  typeof path === 'string' &&
  path.startsWith('/v1/admin/') &&
  error instanceof ApiError &&
  REFUSED.includes(error.status)

/** Leads home whom a call for administrators refuses. */
export const useAdminLeave = (): void => {
  const go = useGo()
  useEffect(() => {
    const calls = queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && isRefused(query.queryKey[0], query.state.error)) go('/')
    })
    const changes = queryClient.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'updated' && isRefused(mutation.options.mutationKey?.[1], mutation.state.error)) go('/')
    })
    return () => {
      calls()
      changes()
    }
  }, [go])
}
