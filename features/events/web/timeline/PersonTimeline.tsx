import { Badge, Button, SegmentedControl } from '@mantine/core'
import {
  ago,
  EmptyState,
  ErrorPanel,
  exactly,
  IconTile,
  Link,
  type Meaning,
  NothingFound,
  PageSkeleton,
} from '@millrace/kit/web'
import {
  IconActivity,
  IconAlertTriangle,
  IconArrowBackUp,
  IconBolt,
  IconClick,
  IconEye,
  IconMail,
  IconMailCheck,
  IconMailOff,
  IconMailOpened,
  IconRoute,
  IconSettings,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { PersonEvent } from '../../contract/index.ts'
import type { EventSubject, TimelineEntry, TimelineSource } from '../ports.ts'
import css from './PersonTimeline.module.css'
import { type Mark, markOf, propertiesOf, wordsOf } from './readable.ts'
import { type TimelineItem, useTimeline } from './useTimeline.ts'

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
  replied: [IconArrowBackUp, 'goal'],
}

const OTHER_MARKS: Record<TimelineSource['mark'], [Icon, Meaning]> = {
  segment: [IconUsersGroup, 'filter'],
  flow: [IconRoute, 'action'],
  person: [IconUser, 'wait'],
}

const KINDS = [
  { value: '', label: 'Everything' },
  { value: 'custom', label: 'Events' },
  { value: 'email', label: 'Email' },
  { value: 'page', label: 'Pages' },
]

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

const Entry = ({ event, Subject }: { event: PersonEvent; Subject: EventSubject | undefined }) => {
  const [Icon, meaning] = MARKS[markOf(event)]
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
        {Subject && (event.emailId || event.flowId) && <Subject event={event} />}
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

const OtherEntry = ({ entry, mark }: { entry: TimelineEntry; mark: TimelineSource['mark'] }) => {
  const [Icon, meaning] = OTHER_MARKS[mark]
  return (
    <li className={css.entry}>
      <IconTile meaning={meaning} size={28}>
        <Icon size={15} stroke={1.8} />
      </IconTile>
      <div className={css.text}>
        <span className={css.words}>{entry.to ? <Link to={entry.to}>{entry.words}</Link> : entry.words}</span>
        {entry.note && <span className={css.reason}>{entry.note}</span>}
      </div>
      <time dateTime={entry.at} title={exactly(entry.at)}>
        {isToday(entry.at) ? ago(entry.at) : clock.format(new Date(entry.at))}
      </time>
    </li>
  )
}

const Days = ({ items, Subject }: { items: readonly TimelineItem[]; Subject: EventSubject | undefined }) => (
  <ol className={css.list}>
    {items.map((item, index) => {
      const day = dayOf(item.at)
      const before = items[index - 1]
      return (
        <li key={item.key} className={css.item}>
          {(!before || dayOf(before.at) !== day) && <h2 className={css.day}>{day}</h2>}
          <ul className={css.plain}>
            {'event' in item ? (
              <Entry event={item.event} Subject={Subject} />
            ) : (
              <OtherEntry entry={item.entry} mark={item.mark} />
            )}
          </ul>
        </li>
      )
    })}
  </ol>
)

/** Asks for what is earlier as soon as the end comes near; the button is for those who do not scroll. */
const Earlier = ({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) => {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && onMore(), {
      rootMargin: '600px',
    })
    if (end.current) watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [onMore])
  return (
    <div ref={end}>
      <Button variant="default" size="xs" loading={isLoading} onClick={onMore}>
        Show earlier
      </Button>
    </div>
  )
}

/** What happened to a person, newest first, day by day; what is earlier comes as one scrolls. The newest come in by themselves. */
export default function PersonTimeline({ personId }: { personId: number }) {
  const [kind, setKind] = useState('')
  const { items, sources, Subject, error, isPending, refetch, more } = useTimeline(personId, kind)
  const kinds = [...KINDS, ...sources.map(({ id, title }) => ({ value: id, label: title }))]
  return (
    <div>
      <div className={css.kinds}>
        <SegmentedControl aria-label="What is shown" data={kinds} value={kind} onChange={setKind} />
      </div>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {isPending && <PageSkeleton />}
      {!isPending && !error && items.length === 0 && kind && <NothingFound>Nothing of this kind yet.</NothingFound>}
      <Days items={items} Subject={Subject} />
      {!isPending && !error && !kind && items.every((item) => 'mark' in item && item.mark === 'person') && (
        <EmptyState
          icon={<IconActivity size={22} stroke={1.6} />}
          title="Nothing happened yet"
          text="What this person does in your product, on your site and with your mail shows here as it happens."
          example="Send POST /v1/events with the name “Project created” and their email."
        />
      )}
      {more && <Earlier isLoading={more.isLoading} onMore={more.load} />}
    </div>
  )
}
