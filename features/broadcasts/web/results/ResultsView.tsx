import { EmailLook } from '@millrace/emails/web'
import { Banner, Chart, type ChartLabel, count, ErrorPanel, Link, Skeleton, share, useCall } from '@millrace/kit/web'
import { type ReactNode, useEffect } from 'react'
import type { Broadcast } from '../../contract/broadcast.ts'
import { broadcastsContract as calls } from '../../contract/calls.ts'
import type { FigureName, Results } from '../../contract/figures.ts'
import { isUnderWay } from '../../contract/statuses.ts'
import { Reasons } from '../parts/Reasons.tsx'
import { FollowUpPanel } from './FollowUpPanel.tsx'
import { isFromBefore } from './isFromBefore.ts'
import { LivePanel } from './LivePanel.tsx'
import type { Behind } from './PeopleDrawer.tsx'
import c from './results.module.css'
import { Variants } from './Variants.tsx'

type OnPeople = (behind: Behind) => void
type Shown = { figure: FigureName; label: string; value: number; of?: number; isBad?: boolean }

const shownOf = ({ figures, excluded }: Results): Shown[] => {
  const { delivered } = figures
  const leftOut = excluded.reduce((sum, one) => sum + one.count, 0)
  const sent = figures.sent + figures.refused
  return [
    { figure: 'delivered', label: 'Delivered', value: delivered, of: sent },
    { figure: 'opened', label: 'Opened', value: figures.opened, of: delivered },
    { figure: 'clicked', label: 'Clicked', value: figures.clicked, of: delivered },
    { figure: 'unsubscribed', label: 'Unsubscribed', value: figures.unsubscribed, of: delivered },
    { figure: 'bounced', label: 'Bounced', value: figures.bounced, of: sent, isBad: true },
    { figure: 'excluded', label: 'Left out', value: leftOut },
  ]
}

const Figures = ({ results, onPeople }: { results: Results | undefined; onPeople: OnPeople }) => {
  const shown = results ? shownOf(results) : undefined
  const labels = ['Delivered', 'Opened', 'Clicked', 'Unsubscribed', 'Bounced', 'Left out']
  return (
    <section className={c.figures} aria-label="Figures">
      {labels.map((label, index) => {
        const one = shown?.[index]
        if (!one)
          return (
            <div key={label} className={c.figure}>
              <span>{label}</span>
              <Skeleton width={64} height={18} />
            </div>
          )
        return (
          <button type="button" key={label} className={c.figure} onClick={() => onPeople({ figure: one.figure })}>
            <span>{label}</span>
            <b>
              {count(one.value)}
              {one.of !== undefined && one.of > 0 && (
                <small data-bad={(one.isBad && one.value > 0) || undefined}>{share(one.value, one.of)}</small>
              )}
            </b>
          </button>
        )
      })}
    </section>
  )
}

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayTime = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' })

const labelsOf = (pace: Results['pace']): ChartLabel[] => {
  const isLong = pace.length > 1 && Date.parse(pace.at(-1)!.at) - Date.parse(pace[0]!.at) > 24 * 3_600_000
  return pace.map(({ at }) => ({
    short: (isLong ? dayTime : time).format(new Date(at)),
    whole: dayTime.format(new Date(at)),
  }))
}

const Pace = ({ results }: { results: Results }) => {
  const { pace } = results
  if (pace.length < 2) return null
  const line = (id: 'sent' | 'opened' | 'clicked', label: string, color: string) => ({
    id,
    label,
    color,
    values: pace.map((one) => one[id]),
  })
  return (
    <Panel title="Over time" about="When mail left, and when people opened and clicked, in the first three days.">
      <Chart
        label="Mails sent, opened and clicked over time"
        labels={labelsOf(pace)}
        series={[
          line('sent', 'Sent', 'var(--c-action)'),
          line('opened', 'Opened', 'var(--c-goal)'),
          line('clicked', 'Clicked', 'var(--c-trigger)'),
        ]}
        look="bars"
        height={190}
      />
      <ul className={c.legend} aria-hidden="true">
        <li style={{ '--dot': 'var(--c-action)' } as never}>Sent</li>
        <li style={{ '--dot': 'var(--c-goal)' } as never}>Opened</li>
        <li style={{ '--dot': 'var(--c-trigger)' } as never}>Clicked</li>
      </ul>
    </Panel>
  )
}

const Panel = ({ title, about, children }: { title: string; about?: string; children: ReactNode }) => (
  <section className={c.panel} aria-label={title}>
    <header>
      <h2>{title}</h2>
      {about && <p>{about}</p>}
    </header>
    {children}
  </section>
)

const Links = ({ results }: { results: Results }) => {
  const most = Math.max(1, ...results.links.map(({ clicked }) => clicked))
  if (!results.links.length) return null
  return (
    <Panel title="Links" about="By how many people clicked them.">
      <ul className={c.bars}>
        {results.links.map(({ url, clicked }) => (
          <li key={url}>
            <i style={{ width: `${(clicked / most) * 100}%` }} aria-hidden="true" />
            <span title={url}>{url.replace(/^https?:\/\//, '')}</span>
            <b>{count(clicked)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const LeftOut = ({ results, onPeople }: { results: Results; onPeople: OnPeople }) => {
  const { excluded, figures } = results
  const troubles = [
    { figure: 'failed' as const, words: 'Mail could not be handed over.', count: figures.failed },
    { figure: 'uncertain' as const, words: 'Nobody knows whether the mail left.', count: figures.uncertain },
    { figure: 'complained' as const, words: 'People marked it as spam.', count: figures.complained },
  ].filter((one) => one.count > 0)
  if (!excluded.length && !troubles.length) return null
  return (
    <Panel title="Who did not get it, and why">
      <Reasons
        reasons={[
          ...excluded.map((one) => ({
            ...one,
            key: one.why,
            onOpen: () => onPeople({ figure: 'excluded', why: one.why }),
          })),
          ...troubles.map((one) => ({ ...one, key: one.figure, onOpen: () => onPeople({ figure: one.figure }) })),
        ]}
      />
    </Panel>
  )
}

/** Counting the mails of more people than this takes a while: it is asked for less often. */
const MANY = 50_000

/** How a broadcast does that has begun: what goes on, figures, variants, links, who was left out, and its follow-up. */
export default function ResultsView({ item, onPeople }: { item: Broadcast; onPeople: OnPeople }) {
  const everyMs = (isUnderWay(item.status) ? 2_000 : 15_000) * (item.peopleEntered > MANY ? 8 : 1)
  const asked = useCall(
    calls.broadcastResults,
    { params: { id: item.id } },
    { staleMs: 0, everyMs, keepPrevious: true },
  )
  const { data, refetch } = asked
  const results = data?.results
  // A broadcast is over sooner than its figures are asked for again: “Sent” beside those of its test would be wrong.
  const isOld = results !== undefined && isFromBefore(results, item)
  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, refetch])
  return (
    <div className={c.results}>
      {item.problem && <Banner tone="bad">{item.problem}</Banner>}
      {item.parentId !== null && (
        <Banner tone="info">
          The follow-up of <Link to={`/broadcasts/${item.parentId}`}>another broadcast</Link>
          {item.newSubject ? `, as “${item.newSubject}”.` : '.'}
        </Banner>
      )}
      {item.emailId !== null && <EmailLook emailId={item.emailId} />}
      <LivePanel item={item} results={results} onPeople={onPeople} />
      {asked.error && !results ? (
        <ErrorPanel title="Error while getting broadcast stats." error={asked.error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Figures results={results} onPeople={onPeople} />
          {results && (
            <>
              <Variants item={item} results={results} onPeople={onPeople} />
              <Pace results={results} />
              <div className={c.pair}>
                <Links results={results} />
                <LeftOut results={results} onPeople={onPeople} />
              </div>
            </>
          )}
          <FollowUpPanel item={item} onPeople={onPeople} />
        </>
      )}
    </div>
  )
}
