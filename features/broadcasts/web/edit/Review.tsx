import { EmailLink, EmailLook } from '@millrace/emails/web'
import { Banner, count, plural, useSignedIn } from '@millrace/kit/web'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Broadcast } from '../../contract/broadcast.ts'
import type { FigureName } from '../../contract/figures.ts'
import type { Problem } from '../../contract/problems.ts'
import { Problems } from '../parts/Problems.tsx'
import { momentIn, periodWords } from '../parts/words.ts'
import c from './edit.module.css'
import { restOf } from './testDraft.ts'
import type { AudienceCount } from './useAudience.ts'

type Line = { title: string; isReady: boolean; value: ReactNode; sub?: ReactNode; of?: readonly Problem['of'][] }

const Row = ({ title, isReady, value, sub, problems }: Omit<Line, 'of'> & { problems: readonly Problem[] }) => (
  <li className={c.check} data-ready={isReady || undefined}>
    {isReady ? (
      <IconCircleCheck size={18} stroke={1.7} aria-label="Ready" />
    ) : (
      <IconAlertCircle size={18} stroke={1.7} aria-label="Missing" />
    )}
    <div>
      <span>{title}</span>
      <b>{value}</b>
      {sub && <p>{sub}</p>}
      <Problems of={problems} />
    </div>
  </li>
)

const testWords = (item: Broadcast): string => {
  const test = item.abTest
  if (!test?.enabled) return 'None: everybody gets the same mail'
  const { variants, pickWinner, pickWinnerBy, waitBeforeWinnerPeriod: period, waitBeforeWinnerPeriodType: type } = test
  if (!pickWinner) return `${variants.length} variants share the whole audience`
  const verb = pickWinnerBy === 'click' ? 'clicked' : 'opened'
  return `${variants.length} variants; after ${periodWords(period, type)} the one that more people ${verb} goes to the other ${restOf(test)} %`
}

const followUpWords = ({ followUp }: Broadcast): string => {
  if (!followUp) return 'None'
  const { audience, time, newSubjectLine } = followUp
  const who = audience === 'not-clicked' ? 'did not click' : 'did not open'
  const subject = newSubjectLine.trim() ? `, as “${newSubjectLine.trim()}”` : ''
  return `To those who ${who}, ${periodWords(time.period, time.periodType)} later${subject}`
}

type Known = { item: Broadcast; of: AudienceCount; zone: string }

const linesOf = ({ item, of, zone }: Known, onPeople: (figure: FigureName) => void): Line[] => {
  const left = of.excluded.reduce((sum, one) => sum + one.count, 0)
  return [
    {
      title: 'Email',
      isReady: item.emailId !== null,
      of: item.emailId === null ? [] : ['email', 'sender', 'address'],
      value:
        item.emailId === null ? 'No email selected.' : <EmailLink emailId={item.emailId}>{item.emailName}</EmailLink>,
    },
    {
      title: 'Audience',
      isReady: item.audience.segmentId !== null && (!of.isWhole || of.sendable > 0),
      value: item.audience.segmentId === null ? 'No audience selected.' : item.segmentName,
      sub: item.isFrozen
        ? `${plural(item.peopleEntered, 'person', 'people')}; ${count(item.peopleExcluded)} were left out`
        : of.isWhole && (
            <>
              {plural(of.sendable, 'person gets', 'people get')} it
              {left > 0 && (
                <>
                  ,{' '}
                  <button type="button" className={c.linkButton} onClick={() => onPeople('excluded')}>
                    {plural(left, 'is', 'are')} left out
                  </button>
                </>
              )}
            </>
          ),
    },
    {
      title: 'When',
      isReady: true,
      value: item.sendAt ? `${momentIn(item.sendAt, zone)} (${zone})` : 'At once',
      sub:
        item.time.useContactsTimezones && item.sendAt
          ? `At this time in each person’s own zone: it begins where the day begins first.${of.late > 0 ? ` ${count(of.late)} get it at once, for their time has passed.` : ''}`
          : undefined,
    },
    { title: 'A/B test', isReady: true, value: testWords(item), of: ['test'] },
    ...(item.parentId === null
      ? [{ title: 'Follow-up', isReady: true, value: followUpWords(item), of: ['followUp'] as const }]
      : []),
  ]
}

type Props = {
  item: Broadcast
  count: AudienceCount
  problems: readonly Problem[]
  onPeople: (figure: FigureName, why?: string) => void
}

/** What will be sent, to whom and when, before it is; or what was. */
export const Review = ({ item, count: of, problems, onPeople }: Props) => {
  const { timezone } = useSignedIn()
  return (
    <div className={c.review}>
      {item.status === 'scheduled' && item.startsAt && (
        <Banner tone="info">
          It leaves by itself: the first mail {momentIn(item.startsAt, timezone)}. A change makes it a draft again.
        </Banner>
      )}
      {item.emailId !== null && <EmailLook emailId={item.emailId} />}
      <ul className={c.checks}>
        {linesOf({ item, of, zone: timezone }, onPeople).map(({ of: parts = [], isReady, ...line }) => {
          const own = problems.filter((problem) => parts.includes(problem.of))
          const isHeldUp = own.some(({ isAdvice }) => !isAdvice)
          return <Row key={line.title} {...line} isReady={isReady && !isHeldUp} problems={own} />
        })}
      </ul>
    </div>
  )
}
