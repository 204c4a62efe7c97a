import { count } from '@millrace/kit/web'
import { IconAlertTriangle, IconCopy, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { type NodeProps, NodeResizer, NodeToolbar, Position } from '@xyflow/react'
import { type MouseEvent, memo, useEffect, useRef, useState } from 'react'
import type { StepKind } from '../../contract/index.ts'
import { useCanvas, useFar, useMark } from './CanvasContext.ts'
import css from './canvas.module.css'
import { Exits, FarPoints, Point } from './Exits.tsx'
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
  /** The ways out as they are drawn; `''` is the plain one. */
  ways: readonly string[]
  /** How many of them, the last ones, the step does not have any more. */
  lost: number
  /** Ways that lead somewhere. */
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

const NONE: readonly string[] = []

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
  const canvas = useCanvas()
  const show = (state: 'entered' | 'queued' | 'failed') => (event: MouseEvent) => {
    // A click on the step itself shows its settings instead.
    event.stopPropagation()
    canvas.showPeople(id, state)
  }
  return (
    <div className={css.foot}>
      <button type="button" className="nodrag" onClick={show('entered')} aria-label={`${data.entered} people entered`}>
        <IconUsersGroup size={13} stroke={1.8} />
        {count(data.entered)}
      </button>
      <span className={css.marks}>
        {data.failed > 0 && (
          <button type="button" className={`${css.failed} nodrag`} onClick={show('failed')}>
            {count(data.failed)} failed
          </button>
        )}
        {data.queued > 0 && (
          <button type="button" className={`${css.queued} nodrag`} onClick={show('queued')}>
            {count(data.queued)} waiting
          </button>
        )}
      </span>
    </div>
  )
}

const StepBody = ({ id, data, hidesPeople }: { id: string; data: StepNodeData; hidesPeople: boolean }) => (
  <>
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
    {data.text && <div className={css.text}>{data.text}</div>}
    {data.mail && <Mail {...data.mail} />}
    {!hidesPeople && <StepFoot id={id} data={data} />}
  </>
)

const StepTools = ({ id }: { id: string }) => {
  const { duplicate, remove } = useCanvas()
  return (
    <NodeToolbar isVisible position={Position.Right} offset={10} className={css.toolbar}>
      <button type="button" aria-label="Duplicate" onClick={() => duplicate([id])}>
        <IconCopy size={15} />
      </button>
      <button type="button" aria-label="Delete" onClick={() => remove([id])}>
        <IconTrash size={15} />
      </button>
    </NodeToolbar>
  )
}

/** A step on the canvas; from afar only its colour and title are drawn. */
export const StepNode = memo(function StepNode({ id, data, selected }: NodeProps & { data: StepNodeData }) {
  const isFar = useFar()
  const { isReadOnly, hidesPeople } = useCanvas()
  const mark = useMark(id)
  const hasWayIn = data.kind !== 'trigger'
  const ways = data.hasWayOut ? data.ways : NONE
  return (
    <div
      className={[css.step, isFar && css.far, mark && over.step].filter(Boolean).join(' ')}
      data-kind={data.kind}
      data-selected={selected || undefined}
      data-problem={data.problem ? true : undefined}
      data-mark={mark?.tone}
    >
      {mark?.badge && (
        <span className={over.badge} title={mark.title}>
          {mark.badge}
        </span>
      )}
      {isFar ? (
        <>
          {data.title}
          <FarPoints isTarget={hasWayIn} ways={ways} />
        </>
      ) : (
        <>
          {hasWayIn && <Point id={id} type="target" isLive={!isReadOnly} />}
          <StepBody id={id} data={data} hidesPeople={hidesPeople === true} />
          <Exits id={id} ways={ways} lost={data.lost} taken={data.taken} />
        </>
      )}
      {selected && !isReadOnly && <StepTools id={id} />}
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
