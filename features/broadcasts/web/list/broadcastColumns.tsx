import { Tooltip } from '@mantine/core'
import { FolderStar } from '@millrace/folders/web'
import { ago, count, exactly, type ListColumn, Meter, NameCell, ProgressBar, Skeleton, share } from '@millrace/kit/web'
import { IconClock, IconCornerDownRight, IconTestPipe, IconUsers } from '@tabler/icons-react'
import type { Broadcast } from '../../contract/broadcast.ts'
import { hasFigures, isUnderWay } from '../../contract/statuses.ts'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import c from './list.module.css'

/** Figures of a row: undefined while they are on their way, null where there are none. */
export type ListedFigures = { delivered: number; open: number; click: number } | null | undefined

/** A broadcast in the list with its figures. */
export type ListedBroadcast = Broadcast & { figures: ListedFigures }

const ICON = { size: 13, stroke: 1.7, 'aria-hidden': true } as const

const Nothing = () => <span className={c.faint}>—</span>

const Name = ({ of }: { of: ListedBroadcast }) => (
  <NameCell
    to={`/broadcasts/${of.id}`}
    name={of.name}
    beside={
      <>
        {!of.archived && <FolderStar id={of.id} name={of.name} />}
        {of.abTest?.enabled && (
          <Tooltip label={`A/B test of ${of.abTest.variants.length} variants`}>
            <IconTestPipe size={14} stroke={1.7} className={c.mark} aria-label="A/B test" role="img" />
          </Tooltip>
        )}
      </>
    }
    sub={
      <span className={c.sub}>
        {of.parentId !== null ? <IconCornerDownRight {...ICON} /> : <IconUsers {...ICON} />}
        {of.parentId !== null ? 'Follow-up' : (of.segmentName ?? 'No audience yet')}
        <span className={c.faint}>·</span>
        {of.emailName ?? 'No email yet'}
      </span>
    }
  />
)

const Status = ({ of }: { of: ListedBroadcast }) => (
  <span className={c.status}>
    <StatusBadge of={of} />
    {isUnderWay(of.status) && of.isFrozen && of.status !== 'ab-testing' && (
      <ProgressBar
        label={`${of.name}: mail that has left`}
        done={of.peopleExited}
        total={of.peopleEntered}
        unit="people"
      />
    )}
  </span>
)

const When = ({ of }: { of: ListedBroadcast }) => {
  if (of.status === 'draft' || !of.sendAt) return <Nothing />
  return (
    <Tooltip label={exactly(of.sendAt)}>
      <span className={c.when}>
        {of.status === 'scheduled' && <IconClock {...ICON} />}
        {ago(of.sendAt)}
      </span>
    </Tooltip>
  )
}

const Share = ({ of, part }: { of: ListedBroadcast; part: 'open' | 'click' }) => {
  if (!hasFigures(of.status) || of.figures === null) return <Nothing />
  if (!of.figures) return <Skeleton width={60} />
  const { delivered } = of.figures
  return delivered > 0 ? (
    <Meter value={of.figures[part] / delivered} label={share(of.figures[part], delivered)} />
  ) : (
    <Nothing />
  )
}

/** The columns of the list of broadcasts; the server sorts. */
export const BROADCAST_COLUMNS: readonly ListColumn<ListedBroadcast>[] = [
  { id: 'name', title: 'Broadcast', sortBy: ({ name }) => name, render: (of) => <Name of={of} /> },
  { id: 'status', title: 'Status', render: (of) => <Status of={of} /> },
  {
    id: 'sendAt',
    title: 'Sent',
    sortBy: ({ sendAt }) => sendAt,
    isDownFirst: true,
    isWideOnly: true,
    render: (of) => <When of={of} />,
  },
  {
    id: 'people',
    title: 'People',
    align: 'right',
    isWideOnly: true,
    render: (of) => (of.isFrozen ? count(of.peopleEntered) : <Nothing />),
  },
  { id: 'opened', title: 'Opened', isWideOnly: true, render: (of) => <Share of={of} part="open" /> },
  { id: 'clicked', title: 'Clicked', isWideOnly: 'very', render: (of) => <Share of={of} part="click" /> },
  {
    id: 'updatedAt',
    title: 'Updated',
    sortBy: ({ updatedAt }) => updatedAt,
    isDownFirst: true,
    isWideOnly: 'very',
    render: ({ updatedAt }) => (
      <Tooltip label={exactly(updatedAt)}>
        <span className={c.when}>{ago(updatedAt)}</span>
      </Tooltip>
    ),
  },
]
