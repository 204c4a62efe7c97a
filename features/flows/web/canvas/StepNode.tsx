import { count, IconTile, plural } from '@millrace/kit/web'
import { IconAlertTriangle, IconCopy, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { type NodeProps, NodeToolbar, Position } from '@xyflow/react'
import { type MouseEvent, memo } from 'react'
import type { StepKind } from '../../contract/index.ts'
import { PEOPLE } from '../kind/flowKind.ts'
import { useCanvas, useFar, useMark } from './CanvasContext.ts'
import { Exits, FarPoints, Point } from './Exits.tsx'
import over from './overlay.module.css'
import css from './step.module.css'
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
  /** How its mails or messages do: what is told, by what it is called. */
  said?: Readonly<Record<string, string>>
}

const LABELS: Record<StepKind, string> = {
  trigger: 'Trigger',
  filter: 'Filter',
  action: 'Action',
  wait: 'Wait',
  goal: 'Goal',
}

const NONE: readonly string[] = []

const Said = ({ said }: { said: NonNullable<StepNodeData['said']> }) => (
  <dl className={css.said}>
    {Object.entries(said).map(([label, value]) => (
      <div key={label}>
        <dd>{value}</dd>
        <dt>{label}</dt>
      </div>
    ))}
  </dl>
)

const StepFoot = ({ id, data }: { id: string; data: StepNodeData }) => {
  const canvas = useCanvas()
  const { people = PEOPLE } = canvas
  const show = (state: 'entered' | 'queued' | 'failed') => (event: MouseEvent) => {
    // A click on the step itself shows its settings instead.
    event.stopPropagation()
    canvas.showPeople(id, state)
  }
  return (
    <div className={css.foot}>
      <button
        type="button"
        className="nodrag"
        onClick={show('entered')}
        aria-label={`${plural(data.entered, people.one, people.many)} entered`}
      >
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
      <IconTile meaning={data.kind} size={32}>
        <StepIcon name={data.icon} />
      </IconTile>
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
    {data.said && <Said said={data.said} />}
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
