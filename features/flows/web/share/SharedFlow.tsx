import { Loader } from '@mantine/core'
import { ApiError, ErrorPanel, useCall, useTitle } from '@millrace/kit/web'
import { useMemo, useState } from 'react'
import { flowsContract as calls, type Flow, type Names } from '../../contract/index.ts'
import { ReadOnlyCanvas } from '../canvas/ReadOnlyCanvas.tsx'
import { keyFor } from '../canvas/store.ts'
import { SharedStep } from './SharedStep.tsx'
import { LINK_IS_OVER } from './sharedAddress.ts'

/** What steps name, for whoever holds the token. */
const useSharedNames = (flowId: number, token: string): Names => {
  const asked = { params: { id: flowId }, query: { 'read-only-auth': token } }
  const { data: attached } = useCall(calls.getFlowAttached, asked)
  return useMemo(
    () => ({
      emails: Object.fromEntries((attached?.emails ?? []).map((email) => [email.id, email])),
      segments: Object.fromEntries((attached?.segments ?? []).map(({ id, name }) => [id, name])),
      fields: Object.fromEntries((attached?.fields ?? []).map(({ name, title }) => [name, title])),
    }),
    [attached],
  )
}

const Drawing = ({ flow, token }: { flow: Flow; token: string }) => {
  const names = useSharedNames(flow.id, token)
  const [selected, setSelected] = useState<string>('')
  const step = Object.values(flow.steps).find(({ id }) => keyFor('step', id) === selected)
  return (
    <ReadOnlyCanvas flow={flow} names={names} selected={selected} onSelect={([first = '']) => setSelected(first)}>
      {step && (
        <SharedStep
          key={step.id}
          step={step}
          names={names}
          flowId={flow.id}
          token={token}
          onClose={() => setSelected('')}
        />
      )}
    </ReadOnlyCanvas>
  )
}

type Props = { flow: Flow | undefined; error: Error | null; token: string }

/** A flow as whoever holds its token sees it: to look at, step by step. */
export const SharedFlow = ({ flow, error, token }: Props) => {
  useTitle(flow?.name)
  if (error) {
    // A token that is none of ours counts as nobody signed in.
    const isUnknown = error instanceof ApiError && error.status === 401
    return <ErrorPanel title="This flow is not shared" error={isUnknown ? { message: LINK_IS_OVER } : error} />
  }
  if (!flow) {
    return (
      <div style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
        <Loader aria-label="Loading" />
      </div>
    )
  }
  return <Drawing flow={flow} token={token} />
}
