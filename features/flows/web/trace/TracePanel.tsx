import { Drawer, useCall } from '@millrace/kit/web'
import { PersonSelect } from '@millrace/people/web'
import { useMemo } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'
import FlowWhy from '../person/FlowWhy.tsx'
import type { FlowPanelProps } from '../screens/slots.ts'
import { useOverlay } from '../screens/useOverlay.ts'
import { pathMarks } from './pathMarks.ts'

/** One person in this flow: the way that they took, on the canvas, and why they are in it or not. */
export default function TracePanel(slot: FlowPanelProps) {
  const { flow, store, about, open, onClose } = slot
  const personId = about ? Number(about) : undefined
  const { data } = useCall(
    calls.explainFlow,
    { params: { id: flow.id, personId: personId ?? 0 } },
    { enabled: personId !== undefined, staleMs: 5_000 },
  )
  const path = data?.path
  const overlay = useMemo(
    () => (path?.length ? { title: 'The way of one person', marks: pathMarks({ flow, store }, path) } : undefined),
    [path, flow, store],
  )
  useOverlay(slot, overlay, () => open('trace'))
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
