import { Drawer, useCall } from '@millrace/kit/web'
import { useMemo } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'
import { useFlowKind } from '../kind/flowKind.ts'
import { SubjectSelect } from '../kind/SubjectSelect.tsx'
import FlowWhy from '../person/FlowWhy.tsx'
import type { FlowPanelProps } from '../screens/slots.ts'
import { useOverlay } from '../screens/useOverlay.ts'
import { pathMarks } from './pathMarks.ts'

/** One person in this flow: the way that they took, on the canvas, and why they are in it or not. */
export default function TracePanel(slot: FlowPanelProps) {
  const { flow, store, about, open, onClose } = slot
  const personId = about ? Number(about) : undefined
  const { isOfPeople, words } = useFlowKind()
  const { data } = useCall(
    calls.explainFlow,
    { params: { id: flow.id, personId: personId ?? 0 } },
    { enabled: personId !== undefined, staleMs: 5_000 },
  )
  const path = data?.path
  const overlay = useMemo(
    () =>
      path?.length ? { title: `The way of one ${words.one}`, marks: pathMarks({ flow, store }, path) } : undefined,
    [path, flow, store, words.one],
  )
  useOverlay(slot, overlay, () => open('trace'))
  return (
    <Drawer opened onClose={onClose} title={`Follow a ${words.one}`} width={400} open>
      <SubjectSelect id={personId} onChange={(id) => open('trace', id === undefined ? undefined : String(id))} />
      <div style={{ marginTop: 16 }}>
        {personId === undefined ? (
          <p>
            {isOfPeople
              ? 'Choose somebody to see which way they took, where they are, or why they never entered this flow.'
              : `Choose a ${words.one} to see which way it took, where it is, or why it never entered this flow.`}
          </p>
        ) : (
          <FlowWhy flowId={flow.id} personId={personId} />
        )}
      </div>
    </Drawer>
  )
}
