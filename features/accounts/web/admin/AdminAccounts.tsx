import { Select } from '@mantine/core'
import {
  addressShape,
  ago,
  EmptyState,
  ErrorPanel,
  exactly,
  FilterBar,
  type ListColumn,
  ListTable,
  NameCell,
  NothingFound,
  PageHead,
  param,
  plural,
  SearchField,
  Spacer,
  useAddress,
  useEndless,
  WidePage,
} from '@millrace/kit/web'
import { IconBuilding } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { type AdministeredAccount, accountsContract } from '../../contract/index.ts'
import { AccountMarks, nameOfAccount } from './accountMarks.tsx'
import c from './admin.module.css'

const STATES = ['paused', 'unapproved', 'blocked'] as const

const LABELS = { paused: 'Sending paused', unapproved: 'Emails reviewed', blocked: 'Suspended' }

const Address = addressShape({ search: param.text(), state: param.oneOf(STATES) })

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
  { id: 'state', title: 'State', width: 280, render: (account) => <AccountMarks account={account} /> },
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
  const [{ search, state }, setAddress] = useAddress(Address)
  const onSearch = useCallback((text: string) => setAddress({ search: text || undefined }), [setAddress])
  const query = { ...(search && { search }), ...(state && { state }), limit: 100 }
  const { pages, first, error, refetch, onEnd } = useEndless(accountsContract.listAllAccounts, { query })
  const rows = useMemo(() => pages?.flatMap(({ accounts }) => accounts), [pages])
  return (
    <WidePage>
      <PageHead title="All accounts" sub="Every account of this installation, and how its mail stands." />
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
      {error && !pages && <ErrorPanel error={error} onRetry={refetch} />}
      {(pages || !error) && (
        <ListTable
          label="All accounts"
          rows={rows}
          idOf={({ accountId }) => accountId}
          nameOf={nameOfAccount}
          columns={COLUMNS}
          isSortedElsewhere
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
      )}
    </WidePage>
  )
}
