import { Select } from '@mantine/core'
import {
  addressShape,
  ago,
  count,
  EmptyState,
  exactly,
  FilterBar,
  type ListColumn,
  ListTable,
  NameCell,
  NothingFound,
  PageHead,
  param,
  plural,
  ROWS_PER_PAGE,
  readSort,
  SearchField,
  Spacer,
  useAddress,
  useEndless,
  WidePage,
} from '@millrace/kit/web'
import { IconBuilding } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { ACCOUNT_SORTS, type AdministeredAccount, accountsContract } from '../../contract/index.ts'
import { AccountMarks, nameOfAccount } from './accountMarks.tsx'
import c from './admin.module.css'
import { MailShare } from './mailShare.tsx'

const STATES = ['paused', 'unapproved', 'blocked'] as const

const LABELS = { paused: 'Sending paused', unapproved: 'Emails reviewed', blocked: 'Suspended' }

const SORTS = ['-sent', '-bounced', '-complained'] as const

const Address = addressShape({ search: param.text(), state: param.oneOf(STATES), sort: param.oneOf(SORTS) })

const addressOf = ({ accountId }: AdministeredAccount) => `/admin/${accountId}`

const COLUMNS: ListColumn<AdministeredAccount>[] = [
  {
    id: 'name',
    title: 'Account',
    render: (account) => (
      <NameCell to={addressOf(account)} name={nameOfAccount(account)} sub={`No. ${account.accountId}`} />
    ),
  },
  { id: 'email', title: 'Owner', isWideOnly: true, render: ({ email }) => email },
  { id: 'state', title: 'State', width: 220, render: (account) => <AccountMarks account={account} /> },
  {
    id: 'sent',
    title: 'Sent, 7 days',
    width: 120,
    align: 'right',
    isDownFirst: true,
    sortBy: ({ figures }) => figures.sent,
    render: ({ figures }) => (figures.sent ? count(figures.sent) : <span className="dimmed">—</span>),
  },
  {
    id: 'bounced',
    title: 'Bounced',
    width: 100,
    align: 'right',
    isWideOnly: true,
    isDownFirst: true,
    sortBy: ({ figures }) => figures.bounced,
    render: ({ figures }) => <MailShare figures={figures} of="bounced" />,
  },
  {
    id: 'complained',
    title: 'Spam complaints',
    width: 140,
    align: 'right',
    isWideOnly: true,
    isDownFirst: true,
    sortBy: ({ figures }) => figures.complained,
    render: ({ figures }) => <MailShare figures={figures} of="complained" />,
  },
  {
    id: 'created',
    title: 'Opened',
    width: 120,
    isWideOnly: true,
    render: ({ createdAt }) => <span title={exactly(createdAt)}>{ago(createdAt)}</span>,
  },
]

/** Every account of the installation, for its administrators. */
export default function AdminAccounts() {
  const [{ search, state, sort }, setAddress] = useAddress(Address)
  const onSearch = useCallback((text: string) => setAddress({ search: text || undefined }), [setAddress])
  const asked = readSort(sort)?.by
  const by = ACCOUNT_SORTS.find((one) => one === asked)
  const query = { ...(search && { search }), ...(state && { state }), ...(by && { sort: by }), limit: ROWS_PER_PAGE }
  const { pages, first, error, refetch, onEnd } = useEndless(accountsContract.listAllAccounts, { query })
  const rows = useMemo(() => pages?.flatMap(({ accounts }) => accounts), [pages])
  return (
    <WidePage>
      <PageHead
        title="All accounts"
        sub="Every account of this installation, how its mail stands, and what it sent in the last seven days. Shares of fewer than a hundred mails are sorted last."
      />
      <FilterBar>
        <SearchField label="Search accounts" search={search ?? ''} onSearch={onSearch} />
        <Select
          aria-label="State"
          placeholder="Every state"
          clearable
          w={170}
          data={STATES.map((value) => ({ value, label: LABELS[value] }))}
          value={state ?? null}
          onChange={(next) => setAddress({ state: (next ?? undefined) as typeof state })}
        />
        <Spacer />
        {first && <span className={c.count}>{plural(first.total, 'account')}</span>}
      </FilterBar>
      <ListTable
        label="All accounts"
        rows={rows}
        error={error}
        onRetry={refetch}
        idOf={({ accountId }) => accountId}
        nameOf={nameOfAccount}
        columns={COLUMNS}
        isSortedElsewhere
        sort={sort}
        // Who sends little is of no interest: a second press goes back to the newest.
        onSort={(next) => setAddress({ sort: SORTS.find((one) => one === next) })}
        to={addressOf}
        onEnd={onEnd}
        empty={
          search || state ? (
            <NothingFound onClear={() => setAddress({ search: undefined, state: undefined })}>
              No account fits.
            </NothingFound>
          ) : (
            <EmptyState
              icon={<IconBuilding size={24} stroke={1.6} />}
              title="No account yet"
              text="Whoever signs up gets one, and it stands here."
            />
          )
        }
      />
    </WidePage>
  )
}
