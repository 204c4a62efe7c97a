import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { FolderStar, useRowDrag } from '@millrace/folders/web'
import { ago, CheckBox, count, exactly, Link, Meter, PersonAvatar, Spark, StatusDot, useMay } from '@millrace/kit/web'
import { IconDots } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { FlowGoalMetrics, FlowRow, Names } from '../../contract/index.ts'
import css from './flowList.module.css'
import { stateOf } from './stateOf.ts'

const TONES = { Active: 'on', Paused: 'off', Draft: 'draft' } as const

const FlowRowMenu = lazy(() => import('./FlowRowMenu.tsx'))
const TriggerWords = lazy(() => import('./TriggerWords.tsx'))

const Trigger = ({ flow, names }: { flow: FlowRow; names: Names }) => {
  const [first] = flow.triggers
  if (!first) return <span className={css.sub}>Nothing starts it yet</span>
  return (
    <Suspense fallback={<span className={css.sub}>{first.preview}</span>}>
      <TriggerWords flow={flow} names={names} />
    </Suspense>
  )
}

const RowMenu = ({ flow }: { flow: FlowRow }) => (
  <Menu>
    <Menu.Target>
      <ActionIcon aria-label={`Actions for ${flow.name}`}>
        <IconDots size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown miw={180}>
      <Suspense fallback={null}>
        <FlowRowMenu flow={flow} />
      </Suspense>
    </Menu.Dropdown>
  </Menu>
)

type Props = {
  flow: FlowRow
  metrics?: FlowGoalMetrics
  names: Names
  isPicked: boolean
  /** All that are picked: they are dragged together. */
  picked: ReadonlySet<number>
  onPick(isPicked: boolean): void
}

/** One flow in the list. */
export const FlowRowView = ({ flow, metrics, names, isPicked, picked, onPick }: Props) => {
  const state = stateOf(flow)
  const mayWrite = useMay('flows:write')
  const drag = useRowDrag(() => picked)
  const entered = metrics?.peopleEnteredFlow ?? 0
  const reached = metrics?.peopleReachedGoal ?? 0
  const rate = entered ? reached / entered : 0
  return (
    <tr data-picked={isPicked || undefined} {...(!flow.archived && drag(flow.id, flow.name))}>
      <td>
        <CheckBox label={`Select ${flow.name}`} isOn={isPicked} onChange={onPick} />
      </td>
      <td className={css.flow}>
        <span className={css.nameLine}>
          <Link to={`/flows/${flow.id}`} className={css.name}>
            {flow.name}
          </Link>
          {!flow.archived && <FolderStar id={flow.id} name={flow.name} />}
        </span>
        <Trigger flow={flow} names={names} />
      </td>
      <td>
        <StatusDot tone={TONES[state]}>{state}</StatusDot>
      </td>
      <td className={css.number}>{entered ? count(entered) : '—'}</td>
      <td className={css.wideOnly}>
        {entered > 0 && metrics && (
          <Spark
            data={metrics.days.map((day) => day.entered)}
            color={state === 'Active' ? undefined : 'var(--ink-3)'}
          />
        )}
      </td>
      <td className={css.wideOnly}>
        {entered ? <Meter value={rate} label={`${(rate * 100).toFixed(1)}%`} /> : <span className={css.faint}>—</span>}
      </td>
      <td className={`${css.number} ${css.wideOnly}`}>{flow.stepCount}</td>
      <td className={css.wideOnly}>
        <Tooltip label={`${flow.updatedBy ? `${flow.updatedBy.name}, ` : ''}${exactly(flow.updatedAt)}`}>
          <span className={css.updated}>
            {flow.updatedBy && <PersonAvatar id={flow.updatedBy.id} name={flow.updatedBy.name} size={22} />}
            {ago(flow.updatedAt)}
          </span>
        </Tooltip>
      </td>
      <td className={css.number}>{mayWrite && <RowMenu flow={flow} />}</td>
    </tr>
  )
}
