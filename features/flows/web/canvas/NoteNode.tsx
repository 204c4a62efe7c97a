import { type NodeProps, NodeResizer } from '@xyflow/react'
import { memo, useEffect, useRef, useState } from 'react'
import { useCanvas } from './CanvasContext.ts'
import css from './note.module.css'

/** What a note or an annotation shows. */
export type NoteNodeData = { text: string; fontSize: number; type: 'note' | 'annotation' }

/** Text on the canvas, written in place: a double click or Enter begins, leaving it saves. */
export const NoteNode = memo(function NoteNode({ id, data, selected }: NodeProps & { data: NoteNodeData }) {
  const { writeNote, resizeNote, isReadOnly } = useCanvas()
  const [isWriting, setWriting] = useState(data.text === '' && !isReadOnly)
  const area = useRef<HTMLTextAreaElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const node = () => root.current?.closest<HTMLElement>('.react-flow__node')
  useEffect(() => {
    if (isWriting) area.current?.focus()
  }, [isWriting])
  useEffect(() => {
    // The focus and the keys are the node's, which the canvas draws around this.
    const around = root.current?.closest<HTMLElement>('.react-flow__node')
    if (isReadOnly || !around) return
    const onKey = (event: KeyboardEvent) => {
      if (event.target !== around || event.key !== 'Enter' || event.shiftKey) return
      event.preventDefault()
      setWriting(true)
    }
    around.addEventListener('keydown', onKey)
    return () => around.removeEventListener('keydown', onKey)
  }, [isReadOnly])
  const done = () => {
    setWriting(false)
    const text = area.current?.value ?? data.text
    if (text !== data.text) writeNote(id, text)
  }
  const isNote = data.type === 'note'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the canvas gives the node its focus and its keys
    <div
      ref={root}
      className={isNote ? css.note : css.annotation}
      style={{ fontSize: isNote ? undefined : data.fontSize }}
      onDoubleClick={() => !isReadOnly && setWriting(true)}
    >
      {isNote && !isReadOnly && (
        <NodeResizer
          isVisible={selected}
          minWidth={120}
          minHeight={60}
          lineClassName={css.resize}
          onResizeEnd={(_event, { width, height, x, y }) => resizeNote(id, { width, height, x, y })}
        />
      )}
      {isWriting ? (
        <textarea
          ref={area}
          className="nodrag nopan nowheel"
          aria-label={isNote ? 'Note' : 'Annotation'}
          defaultValue={data.text}
          rows={isNote ? undefined : 1}
          onBlur={done}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key === 'Escape' || (event.key === 'Enter' && (event.metaKey || event.ctrlKey)))
              node()?.focus({ preventScroll: true })
          }}
        />
      ) : (
        data.text || <span className={css.faint}>{isNote ? 'Write a note' : 'Title'}</span>
      )}
    </div>
  )
})
