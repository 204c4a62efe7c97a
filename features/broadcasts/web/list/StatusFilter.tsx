import { Select } from '@mantine/core'
import { BROADCAST_STATUSES, type BroadcastStatus } from '../../contract/statuses.ts'
import { labelOf } from '../parts/words.ts'

const STATUSES = BROADCAST_STATUSES.map((value) => ({ value, label: labelOf(value) }))

type Props = { value: BroadcastStatus | undefined; onChange: (status: BroadcastStatus | undefined) => void }

/** Narrows the list to a status. */
export default function StatusFilter({ value, onChange }: Props) {
  return (
    <Select
      aria-label="Status"
      placeholder="Any status"
      data={STATUSES}
      value={value ?? null}
      onChange={(status) => onChange(BROADCAST_STATUSES.find((one) => one === status))}
      clearable
      w={190}
    />
  )
}
