import { ActionIcon } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconHandStop,
  IconLayoutDistributeVertical,
  IconNote,
  IconPlus,
  IconPointer,
  IconTypography,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './canvas.module.css'

/** What the pointer does on the ground: select a box, or move the view. */
export type Tool = 'select' | 'pan'

type Props = {
  tool: Tool
  canUndo: boolean
  canRedo: boolean
  onTool(tool: Tool): void
  onAdd(): void
  onNote(): void
  onAnnotation(): void
  onTidy(): void
  onUndo(): void
  onRedo(): void
}

const Item = ({
  label,
  icon,
  onClick,
  isOn,
  isDisabled,
}: {
  label: string
  icon: ReactNode
  onClick: () => void
  isOn?: boolean
  isDisabled?: boolean
}) => (
  <ActionIcon
    size={34}
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    variant={isOn ? 'light' : 'subtle'}
    // Not disabled outright: the last thing undone would take the focus from it.
    data-disabled={isDisabled || undefined}
    aria-disabled={isDisabled}
    bg={isDisabled ? 'transparent' : undefined}
    onClick={isDisabled ? undefined : onClick}
  >
    {icon}
  </ActionIcon>
)

/** The tools at the left of the canvas. */
export const Dock = ({
  tool,
  canUndo,
  canRedo,
  onTool,
  onAdd,
  onNote,
  onAnnotation,
  onTidy,
  onUndo,
  onRedo,
}: Props) => (
  <div className={css.dock} role="toolbar" aria-label="Canvas tools">
    <ActionIcon size={34} variant="filled" color="iris" aria-label="Add step" title="Add step (A)" onClick={onAdd}>
      <IconPlus size={17} stroke={2} />
    </ActionIcon>
    <Item
      label="Select (V)"
      icon={<IconPointer size={17} />}
      isOn={tool === 'select'}
      onClick={() => onTool('select')}
    />
    <Item
      label="Move the view (H)"
      icon={<IconHandStop size={17} />}
      isOn={tool === 'pan'}
      onClick={() => onTool('pan')}
    />
    <Item label="Note (N)" icon={<IconNote size={17} />} onClick={onNote} />
    <Item label="Annotation (T)" icon={<IconTypography size={17} />} onClick={onAnnotation} />
    <Item label="Tidy up" icon={<IconLayoutDistributeVertical size={17} />} onClick={onTidy} />
    <hr />
    <Item label="Undo" icon={<IconArrowBackUp size={17} />} isDisabled={!canUndo} onClick={onUndo} />
    <Item label="Redo" icon={<IconArrowForwardUp size={17} />} isDisabled={!canRedo} onClick={onRedo} />
  </div>
)
