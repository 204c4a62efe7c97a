import { ago } from '@millrace/kit/web'
import type { StepMessage } from '../../contract/index.ts'

type Fate = Pick<StepMessage, 'seenAt' | 'clickedAt' | 'closedAt' | 'expiresAt' | 'createdAt'>

/** What became of a message, in words. */
export const fateOf = ({ seenAt, clickedAt, closedAt, expiresAt, createdAt }: Fate, now = Date.now()): string => {
  if (clickedAt) return `Clicked ${ago(clickedAt)}`
  if (closedAt) return `Closed ${ago(closedAt)}`
  if (Date.parse(expiresAt) <= now) return seenAt ? `Seen ${ago(seenAt)}` : 'Expired before it was seen'
  return seenAt ? `Seen ${ago(seenAt)}` : `Waits since ${ago(createdAt)}`
}
