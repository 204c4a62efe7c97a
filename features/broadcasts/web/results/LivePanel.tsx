import { Button } from '@mantine/core'
import { ago, count, exactly, ProgressBar, plural, useMay, useSignedIn } from '@millrace/kit/web'
import { IconBan, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { Broadcast } from '../../contract/broadcast.ts'
import type { Results, Waits } from '../../contract/figures.ts'
import { isUnderWay } from '../../contract/statuses.ts'
import { Reasons } from '../parts/Reasons.tsx'
import { useActions } from '../parts/useActions.ts'
import { momentIn } from '../parts/words.ts'
import c from './live.module.css'
import type { Behind } from './PeopleDrawer.tsx'

const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

const sentence = (item: Broadcast, results: Results | undefined, zone: string): string => {
  if (item.isPaused) return `Paused: ${plural(item.peopleEntered - item.peopleExited, 'mail is', 'mails are')} held.`
  if (!item.isFrozen) return `Looking who gets it: ${plural(item.peopleEntered, 'person', 'people')} so far.`
  const rest = results?.rest ?? 0
  if (item.status === 'ab-testing')
    return `Trying the variants. The better one goes to ${plural(rest, 'person', 'people')}${item.winnerDueAt ? ` ${momentIn(item.winnerDueAt, zone)} (${ago(item.winnerDueAt)})` : ''}.`
  const whom = `${count(item.peopleExited)} of ${plural(item.peopleEntered, 'person', 'people')}`
  return item.status === 'ab-test-sending-winner'
    ? `Sending the winner to the rest: ${whom} have been reached.`
    : `${whom} have been reached${rest > 0 ? `; ${count(rest)} wait for the winner` : ''}.`
}

const waitWords = ({ words, until }: Waits, zone: string) =>
  until ? `${words} The next at ${momentIn(until, zone)}.` : words

type WaitProps = { item: Broadcast; results: Results; zone: string; onPeople: (behind: Behind) => void }

/** What mail waits for that would have left otherwise: without it a bar that stands still says nothing. */
const Waiting = ({ item, results, zone, onPeople }: WaitProps) => {
  const reasons = results.waits.map((wait) => ({
    key: wait.why,
    count: wait.count,
    words: waitWords(wait, zone),
    onOpen: () => onPeople({ figure: 'waiting', why: wait.why }),
  }))
  const far = item.time.useContactsTimezones && !item.isPaused ? results.toCome - results.rest : 0
  const ofZones = { key: 'zones', count: far, words: 'It is not yet the time where they are.' }
  const all = far > 0 ? [...reasons, ofZones] : reasons
  return all.length ? (
    <div className={c.waits}>
      <Reasons reasons={all} />
    </div>
  ) : null
}

type Props = { item: Broadcast; results: Results | undefined; onPeople: (behind: Behind) => void }

/** What goes on right now, with the brakes. */
export const LivePanel = ({ item, results, onPeople }: Props) => {
  const mayWrite = useMay('broadcasts:write')
  const { timezone } = useSignedIn()
  const { pause, resume, cancel, mayCancel, isBusy } = useActions(item)
  if (!isUnderWay(item.status)) return null
  return (
    <section className={c.live} aria-label="What goes on" data-paused={item.isPaused || undefined}>
      <div className={c.liveText} aria-live="polite">
        <i aria-hidden="true" />
        <span title={item.startedAt ? `Began ${exactly(item.startedAt)}` : undefined}>
          {sentence(item, results, timezone)}
        </span>
      </div>
      <ProgressBar
        label="People who have been reached"
        done={item.isFrozen ? item.peopleExited : 0}
        total={item.isFrozen ? item.peopleEntered : undefined}
        unit="people"
      />
      {mayWrite && (
        <div className={c.liveActions}>
          {item.isPaused ? (
            <Button size="xs" leftSection={<IconPlayerPlay {...ICON} />} loading={isBusy} onClick={resume}>
              Resume
            </Button>
          ) : (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlayerPause {...ICON} />}
              loading={isBusy}
              onClick={pause}
            >
              Pause
            </Button>
          )}
          {mayCancel && (
            <Button size="xs" variant="default" leftSection={<IconBan {...ICON} />} onClick={() => void cancel()}>
              Cancel
            </Button>
          )}
        </div>
      )}
      {results && <Waiting item={item} results={results} zone={timezone} onPeople={onPeople} />}
    </section>
  )
}
