import { Loader } from '@mantine/core'
import { ErrorPanel, SignedInContext, useCall, useParam, useTitle } from '@millrace/kit/web'
import { lazy, Suspense, useContext, useEffect, useState } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'

// Strangers who look at a shared flow fetch nothing that edits.
const fetchEditor = () => import('../editor/FlowEditor.tsx')
const FlowEditor = lazy(() => fetchEditor().then((part) => ({ default: part.FlowEditor })))
const SharedPlace = lazy(() => import('../share/SharedPlace.tsx'))

const Waiting = ({ isSlow }: { isSlow?: boolean }) => (
  <div style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
    {isSlow ? 'Loading took too long. Please refresh the page' : <Loader />}
  </div>
)

const OwnFlow = () => {
  const id = Number(useParam('id'))
  const { data, error, isPending, refetch } = useCall(calls.getFlow, { params: { id } }, { staleMs: 0 })
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    // Beside the flow itself, not after it.
    void fetchEditor()
    const timer = setTimeout(() => setSlow(true), 30_000)
    return () => clearTimeout(timer)
  }, [])
  useTitle(data?.integration.name ?? 'Flow')
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (isPending) return <Waiting isSlow={isSlow} />
  return (
    <Suspense fallback={<Waiting />}>
      <FlowEditor key={id} flow={data.integration} />
    </Suspense>
  )
}

/** One flow on its canvas; outside of an account, what whoever has a link may see of it. */
export default function FlowScreen() {
  return useContext(SignedInContext) ? <OwnFlow /> : <SharedPlace />
}
