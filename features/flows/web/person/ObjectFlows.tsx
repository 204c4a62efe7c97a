import { ErrorPanel, PageSkeleton, useCall } from '@millrace/kit/web'
import { flowsContract } from '../../contract/index.ts'
import { Passes } from './PersonFlows.tsx'

/** The flows that an object is in and where, those that are over, and why any flow of its kind took it or did not. */
export default function ObjectFlows({ objectName, id }: { objectName: string; id: number }) {
  const { data, error, refetch } = useCall(
    flowsContract.listObjectFlows,
    { params: { objectName, id } },
    { everyMs: 10_000, staleMs: 5_000 },
  )
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return <Passes id={id} objectType={objectName} runs={data.runs} />
}
