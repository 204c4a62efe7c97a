import { IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type PointerEvent, useCallback } from 'react'
import type { DesignBlock } from '../../contract/design.ts'
import { changeBlock, removeBlock, stepBlock } from '../design/change.ts'
import { nameOfBlock } from '../design/kinds.ts'
import { findBlock } from '../design/places.ts'
import { useChangeDesign, useEditor } from '../editor/EditorContext.tsx'
import { Badges } from './Badges.tsx'
import { BlockView } from './BlockView.tsx'
import c from './canvas.module.css'
import type { DragSource } from './drag.ts'

type Props = {
  block: DesignBlock
  isSelected: boolean
  grab: (event: PointerEvent, source: DragSource) => void
}

// Words of newer designs are kept as JSON; once they are changed here they are HTML, which Unlayer reads as well.
const withText = (block: DesignBlock, html: string): [values: Record<string, unknown>, type?: string] =>
  block.type === 'paragraph'
    ? [{ text: html, textJson: undefined }, 'text']
    : [{ text: html, ...(block.values.textJson !== undefined && { textJson: undefined }) }]

/** A block on the canvas: click to select and write, drag by its handle, move by Alt and the arrow keys. */
export const CanvasBlock = memo(function CanvasBlock({ block, isSelected, grab }: Props) {
  const store = useEditor()
  const change = useChangeDesign()
  const id = block.id ?? ''
  const name = nameOfBlock(block)
  const onText = useCallback(
    (html: string) =>
      change((design) => {
        const written = findBlock(design, id)
        return written ? changeBlock(design, id, ...withText(written, html)) : design
      }, `text:${id}`),
    [change, id],
  )
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      change((design) => stepBlock(design, id, event.key === 'ArrowUp' ? -1 : 1))
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      change((design) => removeBlock(design, id))
      store.select(undefined)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      store.select({ kind: 'block', id })
      event.currentTarget.querySelector<HTMLElement>('[contenteditable]')?.focus()
    }
  }
  return (
    <div
      className={c.block}
      data-block={id}
      data-selected={isSelected || undefined}
      role="group"
      aria-label={`${name} block`}
      aria-current={isSelected || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: blocks are walked, moved and removed by keyboard
      tabIndex={0}
      onFocus={() => store.select({ kind: 'block', id })}
      onClick={() => store.select({ kind: 'block', id })}
      onKeyDown={onKey}
    >
      <span
        className={c.grip}
        aria-hidden
        onPointerDown={(event) => {
          event.preventDefault()
          store.select({ kind: 'block', id })
          grab(event, { kind: 'block', id, label: name })
        }}
      >
        <IconGripVertical size={14} />
      </span>
      <Badges values={block.values} />
      <BlockView block={block} isSelected={isSelected} onText={onText} />
    </div>
  )
})
