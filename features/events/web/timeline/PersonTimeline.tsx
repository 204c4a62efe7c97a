import { Badge, Button, SegmentedControl } from '@mantine/core'
import {
  type ApiError,
  ago,
  EmptyState,
  ErrorPanel,
  exactly,
  IconTile,
  type Meaning,
  NothingFound,
  PageSkeleton,
  send,
} from '@millrace/kit/web'
import {
  IconActivity,
  IconAlertTriangle,
  IconBolt,
  IconClick,
  IconEye,
  IconMail,
  IconMailCheck,
  IconMailOff,
  IconMailOpened,
  IconSettings,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense, useState } from 'react'
import { listPersonEvents } from '../../contract/calls.ts'
import type { PersonEvent } from '../../contract/index.ts'
import { eventSubject } from '../ports.ts'
import css from './PersonTimeline.module.css'
import { type Mark, markOf, propertiesOf, wordsOf } from './readable.ts'

type Icon = ComponentType<{ size?: number; stroke?: number }>

const MARKS: Record<Mark, [Icon, Meaning]> = {
  custom: [IconBolt, 'trigger'],
  page: [IconEye, 'filter'],
  system: [IconSettings, 'wait'],
  sent: [IconMail, 'action'],
  delivered: [IconMailCheck, 'action'],
  opened: [IconMailOpened, 'goal'],
  clicked: [IconClick, 'goal'],
  bounced: [IconAlertTriangle, 'alarm'],
  complained: [IconAlertTriangle, 'alarm'],
  unsubscribed: [IconMailOff, 'alarm'],
}

const SOURCES = [
  { value: '', label: 'Everything' },
  { value: 'custom', label: 'Events' },
  { value: 'email', label: 'Email' },
  { value: 'page', label: 'Pages' },
]

const PER_PAGE = 50
const SHOWN_PROPERTIES = 4

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

const isToday = (at: string) => new Date(at).toDateString() === new Date().toDateString()

const dayOf = (at: string) => {
  const date = new Date(at)
  const today = new Date()
  const days = Math.round((today.setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86_400_000)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(
    date,
  )
}

const Properties = ({ event }: { event: PersonEvent }) => {
  const [isAll, setAll] = useState(false)
  const all = propertiesOf(event)
  if (all.length === 0) return null
  return (
    <div className={css.properties}>
      {(isAll ? all : all.slice(0, SHOWN_PROPERTIES)).map(([name, value]) => (
        <span key={name}>
          {name} <b>{value}</b>
        </span>
      ))}
      {all.length > SHOWN_PROPERTIES && (
        <button type="button" onClick={() => setAll(!isAll)}>
          {isAll ? 'less' : `${all.length - SHOWN_PROPERTIES} more`}
        </button>
      )}
    </div>
  )
}

const Entry = ({ event }: { event: PersonEvent }) => {
  const [Icon, meaning] = MARKS[markOf(event)]
  const Subject = event.emailId || event.flowId ? eventSubject() : undefined
  return (
    <li className={css.entry}>
      <IconTile meaning={meaning} size={28}>
        <Icon size={15} stroke={1.8} />
      </IconTile>
      <div className={css.text}>
        <span className={css.words}>
          {wordsOf(event)}
          {event.isBot && <Badge color="gray">Bot</Badge>}
        </span>
        {Subject && (
          <Suspense fallback={null}>
            <Subject event={event} />
          </Suspense>
        )}
        {event.reason && <span className={css.reason}>{event.reason}</span>}
        {event.url && event.kind === 'email' && <span className={css.reason}>{event.url}</span>}
        <Properties event={event} />
      </div>
      <time dateTime={event.createdAt} title={exactly(event.createdAt)}>
        {isToday(event.createdAt) ? ago(event.createdAt) : clock.format(new Date(event.createdAt))}
      </time>
    </li>
  )
}

const useTimeline = (personId: number, source: string) =>
  useInfiniteQuery({
    queryKey: [listPersonEvents.path, personId, source],
    queryFn: ({ pageParam, signal }) =>
      send(
        listPersonEvents,
        {
          params: { id: personId },
          query: { limit: PER_PAGE, ...(source && { source }), ...(pageParam && { cursor: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ paging, events }) => (events.length < PER_PAGE ? undefined : (paging.after ?? undefined)),
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : 15_000),
  })

/** What a person did, newest first, day by day; more at a press. The newest come in by themselves. */
export default function PersonTimeline({ personId }: { personId: number }) {
  const [source, setSource] = useState('')
  const { data, error, isPending, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useTimeline(
    personId,
    source,
  )
  const events = data?.pages.flatMap((page) => page.events) ?? []
  if (error && !data) return <ErrorPanel error={error as ApiError} onRetry={() => void refetch()} />
  return (
    <div>
      <SegmentedControl aria-label="What is shown" data={SOURCES} value={source} onChange={setSource} />
      {isPending && <PageSkeleton />}
      {!isPending && events.length === 0 && source && <NothingFound>Nothing of this kind yet.</NothingFound>}
      {!isPending && events.length === 0 && !source && (
        <EmptyState
          icon={<IconActivity size={22} stroke={1.6} />}
          title="Nothing happened yet"
          text="What this person does in your product, on your site and with your mail shows here as it happens."
          example="Send POST /v1/events with the name “Project created” and their email."
        />
      )}
      <ol className={css.list}>
        {events.map((event, index) => {
          const day = dayOf(event.createdAt)
          const before = events[index - 1]
          return (
            <li key={event.id} className={css.item}>
              {(!before || dayOf(before.createdAt) !== day) && <h2 className={css.day}>{day}</h2>}
              <ul className={css.plain}>
                <Entry event={event} />
              </ul>
            </li>
          )
        })}
      </ol>
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier
        </Button>
      )}
    </div>
  )
}
