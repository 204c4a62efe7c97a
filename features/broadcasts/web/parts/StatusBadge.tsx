import { Badge } from '@mantine/core'
import type { Broadcast } from '../../contract/broadcast.ts'
import { BADGES, labelOf } from './words.ts'

/** Where a broadcast stands. */
export const StatusBadge = ({ of }: { of: Pick<Broadcast, 'status' | 'isPaused'> }) =>
  of.isPaused ? (
    <Badge color="amber" variant="light">
      Paused
    </Badge>
  ) : (
    <Badge {...BADGES[of.status]}>{labelOf(of.status)}</Badge>
  )
