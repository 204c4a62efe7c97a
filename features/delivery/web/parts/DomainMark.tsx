import { Badge } from '@mantine/core'
import type { SenderDomain } from '../../contract/senders.ts'

const MARKS: Record<SenderDomain['status'], { label: string; color: string }> = {
  pending: { label: 'Not verified', color: 'gray' },
  verified: { label: 'Verified', color: 'green' },
  failed: { label: 'Not verified any more', color: 'red' },
}

/** Whether a domain is verified. */
export const DomainMark = ({ domain: { status, endsAt } }: { domain: Pick<SenderDomain, 'status' | 'endsAt'> }) => {
  const { label, color } = endsAt ? { label: 'Key missing', color: 'amber' } : MARKS[status]
  return (
    <Badge variant="light" size="sm" color={color}>
      {label}
    </Badge>
  )
}
