import { Drawer, useCall } from '@millrace/kit/web'
import { PersonSelect } from '@millrace/people/web'
import { useEffect } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'
import FlowWhy from '../person/FlowWhy.tsx'
import type { FlowPanelProps } from '../screens/slots.ts'
import { pathMarks } from './pathMarks.ts'

/** One person in this flow: the way that they took, on the canvas, and why they are in it or not. */
export default function TracePanel({ flow, store, about, open, setOverlay, onClose, goTo }: FlowPanelProps) {
  const personId = about ? Number(about) : undefined
  const { data } = useCall(
    calls.explainFlow,
    { params: { id: flow.id, personId: personId ?? 0 } },
    { enabled: personId !== undefined, staleMs: 5_000 },
  )
  const path = data?.path
  useEffect(() => {
    if (!path?.length) return
    setOverlay({
      title: 'The way of one person',
      marks: pathMarks({ flow, store }, path),
      onClose: () => open('trace'),
    })
    const [first] = path
    if (first) goTo(first.stepId)
    return () => setOverlay(undefined)
  }, [path, flow, store, setOverlay, open, goTo])
  return (
    <Drawer opened onClose={onClose} title="Follow a person" width={400} open>
      <PersonSelect
        label="Person"
        placeholder="Name or address"
        personId={personId}
        onChange={(id) => open('trace', id === undefined ? undefined : String(id))}
      />
      <div style={{ marginTop: 16 }}>
        {personId === undefined ? (
          <p>Choose somebody to see which way they took, where they are, or why they never entered this flow.</p>
        ) : (
          <FlowWhy flowId={flow.id} personId={personId} />
        )}
      </div>
    </Drawer>
  )
}
