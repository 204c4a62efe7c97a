import { TextInput } from '@mantine/core'
import {
  ago,
  ColorDot,
  EmptyState,
  ErrorPanel,
  exactly,
  Link,
  PageSkeleton,
  Skeleton,
  WhyButton,
} from '@millrace/kit/web'
import { IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { PersonSegment } from '../../contract/index.ts'
import { useKindWords } from '../builder/kindWords.ts'
import { type Thing, useSegmentsOf, useWhy } from './segmentsOf.ts'
import WhyTree from './WhyTree.tsx'
import css from './why.module.css'

const SEARCH_FROM = 8

const Why = ({ segmentId, thing }: { segmentId: number; thing: Thing }) => {
  const { data, error, refetch } = useWhy(segmentId, thing, { staleMs: 5_000 })
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

const Row = ({ segment, thing }: { segment: PersonSegment; thing: Thing }) => {
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
        <WhyButton about={segment.name} isOpen={isOpen} panel={panel} onToggle={() => setOpen(!isOpen)} />
      </div>
      <div id={panel} hidden={!isOpen} className={css.why}>
        {isOpen && <Why segmentId={segment.id} thing={thing} />}
      </div>
    </li>
  )
}

const List = ({ title, all, thing }: { title: string; all: readonly PersonSegment[]; thing: Thing }) => {
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
            <Row key={segment.id} segment={segment} thing={thing} />
          ))}
      </ul>
    </section>
  )
}

/** The segments that somebody is in since when, those that they are not in, and why, condition by condition. */
export const SegmentsOf = ({ thing }: { thing: Thing }) => {
  const { data, error, refetch } = useSegmentsOf(thing)
  const { one, many } = useKindWords(thing.objectName)
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  const inside = data.segments.filter(({ isIn }) => isIn)
  if (data.segments.length === 0)
    return (
      <EmptyState
        icon={<IconUsersGroup size={22} stroke={1.6} />}
        title="No segments yet"
        text={`Segments group ${many} by what is known of them. Here you will see in which ones this ${one} is, and why.`}
      />
    )
  return (
    <>
      <List title="In these segments" all={inside} thing={thing} />
      <List title="Not in these" all={data.segments.filter(({ isIn }) => !isIn)} thing={thing} />
    </>
  )
}
