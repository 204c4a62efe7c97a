import { type ReactFlowState, useStore } from '@xyflow/react'
import { lazy, Suspense } from 'react'
import { useCanvas } from './CanvasContext.ts'

const SelectionBar = lazy(() => import('./SelectionBar.tsx'))

const chosen = ({ nodes }: ReactFlowState) =>
  nodes
    .filter(({ selected, type }) => selected && type === 'step')
    .map(({ id }) => id)
    .join(' ')

/** Offers what can be done with several steps while several are chosen. */
export const Chosen = () => {
  const keys = useStore(chosen).split(' ')
  const { isReadOnly } = useCanvas()
  if (isReadOnly || keys.length < 2) return null
  return (
    <Suspense fallback={null}>
      <SelectionBar keys={keys} />
    </Suspense>
  )
}
