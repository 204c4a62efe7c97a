import { Button, TextInput } from '@mantine/core'
import {
  ago,
  ColorDot,
  EmptyState,
  ErrorPanel,
  exactly,
  Link,
  PageSkeleton,
  Skeleton,
  useCall,
} from '@millrace/kit/web'
import { IconChevronDown, IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { type PersonSegment, segmentsContract } from '../../contract/index.ts'
import WhyTree from './WhyTree.tsx'
import css from './why.module.css'

const SEARCH_FROM = 8

const Why = ({ segmentId, personId }: { segmentId: number; personId: number }) => {
  const { data, error, refetch } = useCall(
    segmentsContract.explainSegment,
    { params: { id: segmentId, personId } },
    { staleMs: 5_000 },
  )
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton width="60%" />
  return (
    <>
      {data.explanation.isTrue !== data.isIn && (
        <p className={css.join}>Its membership is just being worked out: this changes in a moment.</p>
      )}
      <WhyTree explanation={data.explanation} />
    </>
  )
}

const sinceOf = ({ isIn, enteredAt, leftAt, isBuilding }: PersonSegment) => {
  if (isBuilding) return 'Being worked out'
  if (isIn) return enteredAt ? `Since ${ago(enteredAt)}` : 'In it'
  return leftAt ? `Left ${ago(leftAt)}` : 'Never in it'
}

const Row = ({ segment, personId }: { segment: PersonSegment; personId: number }) => {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const at = segment.isIn ? segment.enteredAt : segment.leftAt
  return (
    <li className={css.item}>
      <div className={css.row}>
        <ColorDot color={segment.color} />
        <Link to={`/segments/${segment.id}`} className={css.name}>
          {segment.name}
        </Link>
        <span className={css.since} title={at ? exactly(at) : undefined}>
          {sinceOf(segment)}
        </span>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`Why ${segment.name}`}
          aria-expanded={isOpen}
          aria-controls={panel}
          rightSection={<IconChevronDown size={13} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />}
          onClick={() => setOpen(!isOpen)}
        >
          Why
        </Button>
      </div>
      <div id={panel} hidden={!isOpen} className={css.why}>
        {isOpen && <Why segmentId={segment.id} personId={personId} />}
      </div>
    </li>
  )
}

const List = ({ title, all, personId }: { title: string; all: readonly PersonSegment[]; personId: number }) => {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  if (all.length === 0) return null
  return (
    <section>
      <h2 className={css.heading}>
        {title}
        {all.length > SEARCH_FROM && (
          <TextInput
            size="xs"
            w={190}
            aria-label={`Find a segment: ${title}`}
            placeholder="Find a segment"
            leftSection={<IconSearch size={13} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </h2>
      <ul className={css.list}>
        {all
          .filter(({ name }) => name.toLowerCase().includes(wanted))
          .map((segment) => (
            <Row key={segment.id} segment={segment} personId={personId} />
          ))}
      </ul>
    </section>
  )
}

/** The segments that a person is in since when, those that they are not in, and why, condition by condition. */
export default function PersonSegments({ personId }: { personId: number }) {
  const { data, error, refetch } = useCall(
    segmentsContract.listPersonSegments,
    { params: { id: personId } },
    { everyMs: 15_000, staleMs: 5_000 },
  )
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const inside = data.segments.filter(({ isIn }) => isIn)
  if (data.segments.length === 0)
    return (
      <EmptyState
        icon={<IconUsersGroup size={22} stroke={1.6} />}
        title="No segments yet"
        text="Segments group people by what they are and do. Here you will see in which ones this person is, and why."
      />
    )
  return (
    <>
      <List title="In these segments" all={inside} personId={personId} />
      <List title="Not in these" all={data.segments.filter(({ isIn }) => !isIn)} personId={personId} />
    </>
  )
}
