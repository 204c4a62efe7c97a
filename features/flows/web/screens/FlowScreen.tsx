import { Loader } from '@mantine/core'
import { ErrorPanel, useCall, useParam, useTitle } from '@millrace/kit/web'
import { useEffect, useState } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'
import { FlowEditor } from './FlowEditor.tsx'

/** One flow on its canvas. */
export default function FlowScreen() {
  const id = Number(useParam('id'))
  const { data, error, isPending, refetch } = useCall(calls.getFlow, { params: { id } }, { staleMs: 0 })
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 30_000)
    return () => clearTimeout(timer)
  }, [])
  useTitle(data?.integration.name ?? 'Flow')
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (isPending) {
    return (
      <div style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
        {isSlow ? 'Loading took too long. Please refresh the page' : <Loader />}
      </div>
    )
  }
  return <FlowEditor key={id} flow={data.integration} />
}
