import { Button } from '@mantine/core'
import {
  addressShape,
  ago,
  count,
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
  useCall,
  WidePage,
} from '@millrace/kit/web'
import { IconMailCheck } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { emailsContract as calls, type ModeratedAccount } from '../../contract/index.ts'
import c from './moderation.module.css'

const Address = addressShape({ search: param.text() })

const STEP = 100
const MOST = 500

const addressOf = ({ id }: ModeratedAccount) => `/admin/${id}`
const nameOf = ({ name, site, email }: ModeratedAccount) => name || site || email

const COLUMNS: ListColumn<ModeratedAccount>[] = [
  {
    id: 'name',
    title: 'Account',
    render: (account) => <NameCell to={addressOf(account)} name={nameOf(account)} sub={account.email} />,
  },
  { id: 'pending', title: 'Emails', width: 96, align: 'right', render: ({ pending }) => count(pending) },
  {
    id: 'held',
    title: 'Mails held',
    width: 110,
    align: 'right',
    render: ({ held }) => (held ? <b>{count(held)}</b> : <span className="dimmed">—</span>),
  },
  {
    id: 'updated',
    title: 'Last written',
    width: 130,
    isWideOnly: true,
    render: ({ updatedAt }) => <span title={exactly(updatedAt)}>{ago(updatedAt)}</span>,
  },
  {
    id: 'created',
    title: 'Opened',
    width: 120,
    isWideOnly: true,
    render: ({ createdAt }) => <span title={exactly(createdAt)}>{ago(createdAt)}</span>,
  },
]

/** Accounts whose emails wait for a look, those with waiting mail first; for administrators. */
export default function ModerationList() {
  const [{ search }, setAddress] = useAddress(Address)
  const [limit, setLimit] = useState(STEP)
  const onSearch = useCallback((text: string) => setAddress({ search: text || undefined }), [setAddress])
  const query = { limit, ...(search && { search }) }
  const { data, error, refetch } = useCall(calls.listModeration, { query }, { staleMs: 5_000, keepPrevious: true })
  return (
    <WidePage>
      <PageHead
        title="Moderation"
        sub="Emails of accounts that are not trusted yet leave once somebody has looked at them. Those with waiting mail come first."
      />
      <FilterBar>
        <SearchField label="Search accounts" search={search ?? ''} onSearch={onSearch} />
        <Spacer />
        {data && <span className={c.count}>{plural(data.total, 'account waits', 'accounts wait')}</span>}
      </FilterBar>
      {error && !data && <ErrorPanel error={error} onRetry={refetch} />}
      {(data || !error) && (
        <ListTable
          label="Accounts that wait"
          rows={data?.rows}
          idOf={({ id }) => id}
          nameOf={nameOf}
          columns={COLUMNS}
          isSortedElsewhere
          to={addressOf}
          empty={
            search ? (
              <NothingFound onClear={() => setAddress({ search: undefined })}>No account that waits fits.</NothingFound>
            ) : (
              <EmptyState
                meaning="goal"
                icon={<IconMailCheck size={24} stroke={1.6} />}
                title="Nothing waits"
                text="Every email of every account has been looked at, or belongs to an account that is trusted."
              />
            )
          }
        />
      )}
      {data && data.total > data.rows.length && limit < MOST && (
        <Button variant="subtle" m="sm" onClick={() => setLimit(limit + STEP)}>
          Show more
        </Button>
      )}
    </WidePage>
  )
}
