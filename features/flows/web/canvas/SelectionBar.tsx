import {
  IconAlignBoxBottomCenter,
  IconAlignBoxLeftMiddle,
  IconAlignBoxRightMiddle,
  IconAlignBoxTopCenter,
  IconCopy,
  IconLayoutAlignCenter,
  IconLayoutDistributeHorizontal,
  IconLayoutDistributeVertical,
  IconTrash,
} from '@tabler/icons-react'
import { Panel } from '@xyflow/react'
import type { ReactNode } from 'react'
import type { Side } from './align.ts'
import { useCanvas } from './CanvasContext.ts'
import css from './overlay.module.css'

const SIDES: readonly [Side, string, ReactNode][] = [
  ['left', 'Align left', <IconAlignBoxLeftMiddle key="left" size={16} />],
  ['center', 'Align centres', <IconLayoutAlignCenter key="center" size={16} />],
  ['right', 'Align right', <IconAlignBoxRightMiddle key="right" size={16} />],
  ['top', 'Align top', <IconAlignBoxTopCenter key="top" size={16} />],
  ['bottom', 'Align bottom', <IconAlignBoxBottomCenter key="bottom" size={16} />],
  ['across', 'Distribute across', <IconLayoutDistributeVertical key="across" size={16} />],
  ['down', 'Distribute down', <IconLayoutDistributeHorizontal key="down" size={16} />],
]

/** What can be done with several steps at once. */
export default function SelectionBar({ keys }: { keys: string[] }) {
  const { align, duplicate, remove } = useCanvas()
  return (
    <Panel position="top-center" className={css.tools} role="toolbar" aria-label={`${keys.length} chosen steps`}>
      <span>{keys.length} steps</span>
      {SIDES.map(([side, label, icon]) => (
        <button key={side} type="button" aria-label={label} title={label} onClick={() => align(keys, side)}>
          {icon}
        </button>
      ))}
      <button type="button" aria-label="Duplicate" title="Duplicate" onClick={() => duplicate(keys)}>
        <IconCopy size={16} />
      </button>
      <button type="button" aria-label="Delete" title="Delete" onClick={() => remove(keys)}>
        <IconTrash size={16} />
      </button>
    </Panel>
  )
}
