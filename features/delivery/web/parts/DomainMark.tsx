import { Badge } from '@mantine/core'
import type { SenderDomain } from '../../contract/senders.ts'

const MARKS: Record<SenderDomain['status'], { label: string; color: string }> = {
  pending: { label: 'Not verified', color: 'gray' },
  verified: { label: 'Verified', color: 'green' },
  failed: { label: 'Records missing', color: 'amber' },
}

/** Whether a domain is verified. */
export const DomainMark = ({ status }: { status: SenderDomain['status'] }) => (
  <Badge variant="light" size="sm" color={MARKS[status].color}>
    {MARKS[status].label}
  </Badge>
)
