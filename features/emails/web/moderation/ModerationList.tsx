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
  SearchField,
  Spacer,
  useAddress,
  useEndless,
  WidePage,
} from '@millrace/kit/web'
import { IconMailCheck } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import { emailsContract as calls, type ModeratedAccount } from '../../contract/index.ts'
import c from './moderation.module.css'

const Address = addressShape({ search: param.text() })

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
  const onSearch = useCallback((text: string) => setAddress({ search: text || undefined }), [setAddress])
  const query = { limit: ROWS_PER_PAGE, ...(search && { search }) }
  const { pages, first, error, refetch, onEnd } = useEndless(calls.listModeration, { query })
  const rows = useMemo(() => pages?.flatMap((page) => page.rows), [pages])
  return (
    <WidePage>
      <PageHead
        title="Moderation"
        sub="Emails of accounts that are not trusted yet leave once somebody has looked at them. Those with waiting mail come first."
      />
      <FilterBar>
        <SearchField label="Search accounts" search={search ?? ''} onSearch={onSearch} />
        <Spacer />
        {first && <span className={c.count}>{plural(first.total, 'account waits', 'accounts wait')}</span>}
      </FilterBar>
      <ListTable
        label="Accounts that wait"
        rows={rows}
        error={error}
        onRetry={refetch}
        idOf={({ id }) => id}
        nameOf={nameOf}
        columns={COLUMNS}
        isSortedElsewhere
        to={addressOf}
        onEnd={onEnd}
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
    </WidePage>
  )
}
