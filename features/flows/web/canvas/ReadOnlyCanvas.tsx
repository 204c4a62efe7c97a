import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useMemo } from 'react'
import type { Flow, Names } from '../../contract/index.ts'
import { Canvas } from './Canvas.tsx'
import type { CanvasActions } from './CanvasContext.ts'
import { documentOf } from './fromFlow.ts'
import type { Overlay } from './overlay.ts'
import type { Known } from './toNodes.ts'

type Props = {
  flow: Flow
  names: Names
  marks?: Overlay['marks']
  selected?: string
  /** Keys of the chosen parts: `keyFor('step', id)`. */
  onSelect?(keys: string[]): void
  children?: ReactNode
}

const nothing = () => undefined
const NO_ACTIONS: CanvasActions = {
  isReadOnly: true,
  hidesPeople: true,
  addAfter: nothing,
  insertInto: nothing,
  removeLink: nothing,
  changeExit: nothing,
  sendPast: nothing,
  duplicate: nothing,
  remove: nothing,
  align: nothing,
  writeNote: nothing,
  resizeNote: nothing,
  showPeople: nothing,
}
const NOBODY = { entered: 0, queued: 0, failed: 0 }

/** A flow to look at: nothing is fetched besides what is given, nothing can be changed. */
export const ReadOnlyCanvas = ({ flow, names, marks, selected, onSelect = nothing, children }: Props) => {
  const isNarrow = useMediaQuery('(max-width: 48em)', false)
  const { document } = useMemo(() => documentOf(flow, () => undefined), [flow])
  const known = useMemo<Known>(
    () => ({ names, figures: () => NOBODY, problem: () => undefined, said: () => undefined }),
    [names],
  )
  return (
    <Canvas
      document={document}
      known={known}
      actions={NO_ACTIONS}
      {...(marks && { marks })}
      tool="pan"
      isNarrow={isNarrow === true}
      {...(selected !== undefined && { selected })}
      onReady={nothing}
      onSelect={onSelect}
      onMoved={nothing}
      onConnect={nothing}
    >
      {children}
    </Canvas>
  )
}
