import { count } from '@millrace/kit/web'
import { IconAlertTriangle, IconCopy, IconPlus, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { Handle, type NodeProps, NodeResizer, NodeToolbar, Position, useStore } from '@xyflow/react'
import { memo, useEffect, useRef, useState } from 'react'
import type { StepKind } from '../../contract/index.ts'
import { useCanvas, useMark } from './CanvasContext.ts'
import css from './canvas.module.css'
import over from './overlay.module.css'
import { StepIcon } from './stepIcon.tsx'

/** What a step's node shows. */
export type StepNodeData = {
  kind: StepKind
  icon: string
  title: string
  text: string
  entered: number
  queued: number
  failed: number
  problem?: string
  exits: readonly string[]
  /** Exits that lead somewhere; `''` is the plain one. */
  taken: readonly string[]
  hasWayOut: boolean
  mail?: { delivered: string; opened: string; clicked: string }
}

const LABELS: Record<StepKind, string> = {
  trigger: 'Trigger',
  filter: 'Filter',
  action: 'Action',
  wait: 'Wait',
  goal: 'Goal',
}
const isFar = (state: { transform: [number, number, number] }) => state.transform[2] < 0.35

const Mail = ({ delivered, opened, clicked }: NonNullable<StepNodeData['mail']>) => (
  <dl className={css.mail}>
    {(
      [
        ['Delivered', delivered],
        ['Opened', opened],
        ['Clicked', clicked],
      ] as const
    ).map(([label, value]) => (
      <div key={label}>
        <dd>{value}</dd>
        <dt>{label}</dt>
      </div>
    ))}
  </dl>
)

const StepFoot = ({ id, data }: { id: string; data: StepNodeData }) => {
  const { showPeople } = useCanvas()
  return (
    <div className={css.foot}>
      <button
        type="button"
        className="nodrag"
        onClick={() => showPeople(id, 'entered')}
        aria-label={`${data.entered} people entered`}
      >
        <IconUsersGroup size={13} stroke={1.8} />
        {count(data.entered)}
      </button>
      <span className={css.marks}>
        {data.failed > 0 && (
          <button type="button" className={`${css.failed} nodrag`} onClick={() => showPeople(id, 'failed')}>
            {count(data.failed)} failed
          </button>
        )}
        {data.queued > 0 && (
          <button type="button" className={`${css.queued} nodrag`} onClick={() => showPeople(id, 'queued')}>
            {count(data.queued)} waiting
          </button>
        )}
      </span>
    </div>
  )
}

const Tails = ({ id, exits }: { id: string; exits: readonly string[] }) => {
  const { addAfter, isReadOnly } = useCanvas()
  if (isReadOnly || !exits.length) return null
  return (
    <div className={css.tails}>
      {exits.map((exit) => (
        <button
          type="button"
          key={exit}
          className={`${css.tail} nodrag nopan`}
          onClick={() => addAfter(id, exit || undefined)}
        >
          {exit && <span>{exit}</span>}
          <IconPlus size={14} stroke={2.2} aria-label={exit ? `Add step after ${exit}` : 'Add step'} />
        </button>
      ))}
    </div>
  )
}

/** A step on the canvas; from afar only its colour and title are drawn. */
export const StepNode = memo(function StepNode({ id, data, selected }: NodeProps & { data: StepNodeData }) {
  const isLow = useStore(isFar)
  const { duplicate, remove, isReadOnly, hidesPeople } = useCanvas()
  const mark = useMark(id)
  const free = (data.exits.length ? data.exits : ['']).filter((exit) => !data.taken.includes(exit))
  return (
    <div
      className={mark ? `${css.step} ${over.step}` : css.step}
      data-kind={data.kind}
      data-selected={selected || undefined}
      data-low={isLow || undefined}
      data-mark={mark?.tone}
    >
      {mark?.badge && (
        <span className={over.badge} title={mark.title}>
          {mark.badge}
        </span>
      )}
      {data.kind !== 'trigger' && <Handle type="target" position={Position.Top} className={css.handle} />}
      <div className={css.stepHead}>
        <span className={css.icon}>
          <StepIcon name={data.icon} />
        </span>
        <div className={css.words}>
          <span className={css.kind}>{LABELS[data.kind]}</span>
          <span className={css.title}>{data.title}</span>
        </div>
        {data.problem && (
          <span title={data.problem} role="img" aria-label={data.problem} className={css.problem}>
            <IconAlertTriangle size={16} />
          </span>
        )}
      </div>
      {!isLow && (
        <>
          {data.text && <div className={css.text}>{data.text}</div>}
          {data.mail && <Mail {...data.mail} />}
          {!hidesPeople && <StepFoot id={id} data={data} />}
        </>
      )}
      {selected && !isReadOnly && (
        <NodeToolbar isVisible position={Position.Right} offset={10} className={css.toolbar}>
          <button type="button" aria-label="Duplicate" onClick={() => duplicate([id])}>
            <IconCopy size={15} />
          </button>
          <button type="button" aria-label="Delete" onClick={() => remove([id])}>
            <IconTrash size={15} />
          </button>
        </NodeToolbar>
      )}
      {data.hasWayOut && <Handle type="source" position={Position.Bottom} className={css.handle} />}
      {!isLow && data.hasWayOut && <Tails id={id} exits={free} />}
    </div>
  )
})

/** What a note or an annotation shows. */
export type NoteNodeData = { text: string; fontSize: number; type: 'note' | 'annotation' }

/** Text on the canvas, written in place: a double click or Enter begins, leaving it saves. */
export const NoteNode = memo(function NoteNode({ id, data, selected }: NodeProps & { data: NoteNodeData }) {
  const { writeNote, resizeNote, isReadOnly } = useCanvas()
  const [isWriting, setWriting] = useState(data.text === '' && !isReadOnly)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isWriting) area.current?.focus()
  }, [isWriting])
  const done = () => {
    setWriting(false)
    const text = area.current?.value ?? data.text
    if (text !== data.text) writeNote(id, text)
  }
  const isNote = data.type === 'note'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the canvas gives the node its focus and its keys
    <div
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
              area.current?.blur()
          }}
        />
      ) : (
        data.text || <span className={css.faint}>{isNote ? 'Write a note' : 'Title'}</span>
      )}
    </div>
  )
})
