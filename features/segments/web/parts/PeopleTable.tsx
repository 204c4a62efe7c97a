import { ago, ErrorPanel, exactly, isoDay, Link, PersonAvatar, queryOf, Skeleton, TagPill } from '@millrace/kit/web'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { type Preview, segmentsContract } from '../../contract/index.ts'
import c from './PeopleTable.module.css'

const PAGE = 100
const ROW = 44

/** By what a list of people is sorted. */
export type Sorting = { sort: string; order: 'asc' | 'desc' }

type Person = Preview['people'][number]

const COLUMNS: readonly { label: string; sort?: string }[] = [
  { label: 'Name', sort: 'name' },
  { label: 'Email', sort: 'email' },
  { label: 'Tags' },
  { label: 'Last seen', sort: 'lastSeenAt' },
  { label: 'Created', sort: 'createdAt' },
]

type HeadProps = { sorting: Sorting; onSort: (next: Sorting) => void }

const Head = ({ sorting, onSort }: HeadProps) => (
  <div className={c.head} role="row" tabIndex={-1}>
    {COLUMNS.map(({ label, sort }) => {
      const isOn = sort === sorting.sort
      const Arrow = sorting.order === 'asc' ? IconArrowUp : IconArrowDown
      const flip = () =>
        sort &&
        onSort({
          sort,
          order: isOn && sorting.order === 'desc' ? 'asc' : isOn ? 'desc' : sort.endsWith('At') ? 'desc' : 'asc',
        })
      return (
        <span
          key={label}
          role="columnheader"
          tabIndex={-1}
          aria-sort={isOn ? (sorting.order === 'asc' ? 'ascending' : 'descending') : undefined}
        >
          {sort ? (
            <button type="button" className={c.sort} onClick={flip}>
              {label}
              {isOn && <Arrow size={13} stroke={1.9} aria-hidden />}
            </button>
          ) : (
            <span className={c.sort} data-plain>
              {label}
            </span>
          )}
        </span>
      )
    })}
  </div>
)

const MOST_TAGS = 3

const Row = ({ person, top, index }: { person: Person; top: number; index: number }) => {
  const name = person.name ?? person.email ?? person.userId ?? `Person ${person.id}`
  const tags = person.tags ? person.tags.split(',') : []
  return (
    <div className={c.row} style={{ top }} role="row" tabIndex={-1} aria-rowindex={index + 2}>
      <span className={c.name} role="cell">
        <PersonAvatar id={person.id} name={name} />
        <span className={c.who}>
          <Link to={`/people/${person.id}`} className={c.link as string}>
            {name}
          </Link>
          <small className={c.under}>{person.email}</small>
        </span>
      </span>
      <span role="cell">
        <span className={c.text}>{person.email ?? '—'}</span>
      </span>
      <span className={c.tags} role="cell">
        {tags.slice(0, MOST_TAGS).map((tag) => (
          <TagPill key={tag} name={tag} />
        ))}
        {tags.length > MOST_TAGS && `+${tags.length - MOST_TAGS}`}
      </span>
      <span role="cell" title={person.lastSeenAt ? exactly(person.lastSeenAt) : undefined}>
        {person.lastSeenAt ? ago(person.lastSeenAt) : '—'}
      </span>
      <span role="cell" className="num" title={exactly(person.createdAt)}>
        {isoDay(person.createdAt)}
      </span>
    </div>
  )
}

const WaitingRow = ({ top, index }: { top: number; index: number }) => (
  <div className={c.row} style={{ top }} role="row" tabIndex={-1} aria-rowindex={index + 2}>
    {COLUMNS.map(({ label }) => (
      <span key={label} role="cell">
        <Skeleton width="56%" />
      </span>
    ))}
  </div>
)

type Props = HeadProps & { segmentId: number; total: number; label: string }

/** The people of a segment, drawn and loaded as far as they are scrolled to. */
export const PeopleTable = ({ segmentId, total, label, sorting, onSort }: Props) => {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 12,
  })
  const shown = rows.getVirtualItems()
  const pages = [...new Set(shown.map(({ index }) => Math.floor(index / PAGE)))]
  const answers = useQueries({
    queries: pages.map((page) =>
      queryOf(
        segmentsContract.listSegmentPeople,
        { params: { id: segmentId }, query: { limit: PAGE, offset: page * PAGE, ...sorting } },
        { keepPrevious: false },
      ),
    ),
  })
  const failed = answers.find(({ error }) => error)
  const personAt = (index: number) => answers[pages.indexOf(Math.floor(index / PAGE))]?.data?.people[index % PAGE]
  if (failed?.error)
    return <ErrorPanel error={failed.error} onRetry={() => Promise.all(answers.map((one) => one.refetch()))} />
  return (
    <div className={c.table} ref={scroller}>
      <div className={c.inner} role="table" aria-label={label} aria-rowcount={total + 1}>
        <Head sorting={sorting} onSort={onSort} />
        <div style={{ position: 'relative', height: rows.getTotalSize() }} role="rowgroup">
          {shown.map(({ index, start }) => {
            const person = personAt(index)
            return person ? (
              <Row key={index} person={person} top={start} index={index} />
            ) : (
              <WaitingRow key={index} top={start} index={index} />
            )
          })}
        </div>
      </div>
    </div>
  )
}
