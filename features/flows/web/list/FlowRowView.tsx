import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { foldersContract } from '@millrace/folders/contract'
import { FolderMenuItems, FolderStar, useFolderScope, useRowDrag } from '@millrace/folders/web'
import {
  ago,
  CheckBox,
  count,
  exactly,
  Link,
  Meter,
  PersonAvatar,
  Spark,
  StatusDot,
  useGo,
  useMay,
  useMutate,
} from '@millrace/kit/web'
import { IconArchive, IconArchiveOff, IconCopy, IconDots, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { flowsContract as calls, type FlowGoalMetrics, type FlowRow, type Names } from '../../contract/index.ts'
import css from './flowList.module.css'
import { stateOf } from './stateOf.ts'

const TONES = { Active: 'on', Paused: 'off', Draft: 'draft' } as const

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

const RowMenu = ({ flow }: { flow: FlowRow }) => {
  const go = useGo()
  const { keepBeside } = useFolderScope()
  const copy = useMutate(calls.createFlow, {
    invalidates: [calls.listFlows],
    success: 'Flow copied.',
    onDone: ({ integration: { id } }) => void keepBeside(flow.id, id).then(() => go(`/flows/${id}`)),
  })
  const update = useMutate(calls.updateFlow, { invalidates: [calls.listFlows, foldersContract.listFolders] })
  const set = (body: { status?: 'on' | 'deactivated-user'; archived?: boolean }) =>
    update.mutate({ params: { id: flow.id }, body })
  const isOn = flow.status === 'on'
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${flow.name}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown miw={180}>
        <Menu.Item
          leftSection={isOn ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />}
          onClick={() => set({ status: isOn ? 'deactivated-user' : 'on' })}
        >
          {isOn ? 'Pause' : 'Activate'}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => copy.mutate({ query: { source: flow.id } })}>
          Copy flow
        </Menu.Item>
        {!flow.archived && <FolderMenuItems id={flow.id} name={flow.name} />}
        <Menu.Divider />
        <Menu.Item
          leftSection={flow.archived ? <IconArchiveOff size={15} /> : <IconArchive size={15} />}
          color={flow.archived ? undefined : 'red'}
          onClick={() => set({ archived: !flow.archived })}
        >
          {flow.archived ? 'Bring back' : 'Archive'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

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
