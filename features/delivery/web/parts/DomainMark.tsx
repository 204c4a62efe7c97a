import { Badge } from '@mantine/core'
import type { SenderDomain } from '../../contract/senders.ts'

const MARKS: Record<SenderDomain['status'], { label: string; color: string }> = {
  pending: { label: 'Not verified', color: 'gray' },
  verified: { label: 'Verified', color: 'green' },
  failed: { label: 'Not verified any more', color: 'red' },
}

type Marked = Pick<SenderDomain, 'status' | 'endsAt' | 'failingSince'>

const markOf = ({ status, endsAt, failingSince }: Marked) => {
  if (endsAt) return { label: 'Key missing', color: 'amber' }
  // Whose key was never found has lost nothing.
  return status === 'failed' && !failingSince ? MARKS.pending : MARKS[status]
}

/** Whether a domain is verified. */
export const DomainMark = ({ domain }: { domain: Marked }) => {
  const { label, color } = markOf(domain)
  return (
    <Badge variant="light" size="sm" color={color}>
      {label}
    </Badge>
  )
}
