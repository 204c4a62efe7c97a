import { Button } from '@mantine/core'
import { ago, count, exactly, ProgressBar, plural, useMay, useSignedIn } from '@millrace/kit/web'
import { IconBan, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { Broadcast } from '../../contract/broadcast.ts'
import type { Results } from '../../contract/figures.ts'
import { isUnderWay } from '../../contract/statuses.ts'
import { useActions } from '../parts/useActions.ts'
import { momentIn } from '../parts/words.ts'
import c from './live.module.css'

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

/** What goes on right now, with the brakes. */
export const LivePanel = ({ item, results }: { item: Broadcast; results: Results | undefined }) => {
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
    </section>
  )
}
