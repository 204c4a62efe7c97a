import { Badge, Tooltip } from '@mantine/core'
import { HOLD_REASONS, type HoldReason, type Send, SKIP_REASONS, type SkipReason } from '../../contract/sends.ts'

type State = { label: string; color: string }

const STATES: Record<Send['state'], State> = {
  planned: { label: 'Waiting', color: 'gray' },
  held: { label: 'Held', color: 'amber' },
  claimed: { label: 'Sending', color: 'sky' },
  attempting: { label: 'Sending', color: 'sky' },
  accepted: { label: 'Accepted', color: 'iris' },
  delivered: { label: 'Delivered', color: 'green' },
  bounced: { label: 'Bounced', color: 'red' },
  complained: { label: 'Marked as spam', color: 'red' },
  skipped: { label: 'Skipped', color: 'gray' },
  failed: { label: 'Failed', color: 'red' },
  uncertain: { label: 'Uncertain', color: 'amber' },
}

/** What readers did says more than that the mail arrived, but not more than that it came back. */
const BETTER: [keyof Send & ('repliedAt' | 'clickedAt' | 'openedAt'), State][] = [
  ['repliedAt', { label: 'Replied', color: 'green' }],
  ['clickedAt', { label: 'Clicked', color: 'green' }],
  ['openedAt', { label: 'Opened', color: 'green' }],
]

type Shown = Pick<Send, 'state' | 'why' | 'reply' | 'openedAt' | 'clickedAt' | 'repliedAt'>

/** Why a mail stands where it does, in words. */
export const reasonOf = ({ state, why, reply }: Shown): string | undefined => {
  if (state === 'skipped' && why) return SKIP_REASONS[why as SkipReason] ?? why
  if ((state === 'held' || state === 'planned') && why)
    return [HOLD_REASONS[why as HoldReason] ?? why, reply].filter(Boolean).join(' ')
  return [why, reply].filter(Boolean).join(' ') || undefined
}

/** Where a mail stands, and why when it is pointed at. */
export const SendMark = ({ send }: { send: Shown }) => {
  const cameBack = send.state === 'bounced' || send.state === 'complained'
  const { label, color } = (!cameBack && BETTER.find(([key]) => send[key])?.[1]) || STATES[send.state]
  const reason = reasonOf(send)
  const badge = (
    <Badge variant="light" color={color} size="sm">
      {label}
    </Badge>
  )
  return reason ? (
    <Tooltip label={reason} multiline maw={320}>
      {badge}
    </Tooltip>
  ) : (
    badge
  )
}
