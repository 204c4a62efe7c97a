import { Badge } from '@mantine/core'
import type { AdministeredAccount } from '../../contract/index.ts'

const STATUSES: Record<AdministeredAccount['status'], string> = {
  trial: 'Trial',
  active: 'Active',
  trialExpired: 'Trial expired',
  canceled: 'Canceled',
}

type Shown = Pick<AdministeredAccount, 'status' | 'blocked' | 'approved' | 'pausedAt'>

/** How an account stands, in words: the most serious first. */
export const standingOf = ({ status, blocked, approved, pausedAt }: Shown) => [
  ...(blocked ? [{ label: 'Suspended', color: 'red' }] : []),
  ...(pausedAt ? [{ label: 'Sending paused', color: 'amber' }] : []),
  ...(approved ? [] : [{ label: 'Emails reviewed', color: 'amber' }]),
  { label: STATUSES[status], color: status === 'active' ? 'green' : 'gray' },
]

/** How an account stands, as marks. */
export const AccountMarks = ({ account }: { account: Shown }) =>
  standingOf(account).map(({ label, color }) => (
    <Badge key={label} color={color} mr={4}>
      {label}
    </Badge>
  ))

/** What an account is called where its owner gave it no name. */
export const nameOfAccount = ({
  accountId,
  name,
  site,
  email,
}: Pick<AdministeredAccount, 'accountId' | 'name' | 'site' | 'email'>) =>
  name || site.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '') || email || `Account ${accountId}`
