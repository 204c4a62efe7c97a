import { Button, TextInput } from '@mantine/core'
import { EmptyFolder, FavoritesItem, FolderPanel, FolderScope, useFolders } from '@millrace/folders/web'
import {
  addressShape,
  EmptyState,
  ErrorPanel,
  FilterBar,
  NothingFound,
  PageHead,
  param,
  plural,
  RailItem,
  Skeleton,
  Spacer,
  SplitPage,
  useAddress,
  useCall,
  useGo,
  useMay,
} from '@millrace/kit/web'
import {
  IconArchive,
  IconArrowDown,
  IconArrowUp,
  IconLayoutList,
  IconMail,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react'
import { lazy, Suspense, useDeferredValue, useEffect } from 'react'
import { emailCalls as calls } from '../../contract/calls.ts'
import type { EmailSummary } from '../../contract/email.ts'
import { EmailRow } from '../list/EmailRow.tsx'
import c from '../list/emailList.module.css'

const NewEmail = lazy(() => import('../list/NewEmail.tsx'))

const Address = addressShape({
  'create-email': param.number(),
  /** Opens the editor of this email. */
  email: param.number(),
  q: param.text(),
  archived: param.number(),
  /** The folder that is open, or `favorites`. */
  folder: param.text(),
  sort: param.oneOf(['updatedAt', 'name'], 'updatedAt'),
  order: param.oneOf(['asc', 'desc']),
})

type SortProps = {
  label: string
  isOn: boolean
  isUp: boolean
  onClick: () => void
}

const SortHead = ({ label, isOn, isUp, onClick }: SortProps) => (
  <th aria-sort={isOn ? (isUp ? 'ascending' : 'descending') : 'none'}>
    <button type="button" className={c.sort} data-on={isOn || undefined} onClick={onClick}>
      {label}
      {isOn && (isUp ? <IconArrowUp size={12} aria-hidden /> : <IconArrowDown size={12} aria-hidden />)}
    </button>
  </th>
)

const Loading = () =>
  [0, 1, 2, 3, 4, 5].map((row) => (
    <tr key={row}>
      <td>
        <Skeleton width={180} />
        <div style={{ height: 8 }} />
        <Skeleton width={240} />
      </td>
      {[80, 110, 40, 90, 90].map((width, index) => (
        <td key={index} className={c.wideOnly}>
          <Skeleton width={width} />
        </td>
      ))}
      <td>
        <Skeleton width={60} />
      </td>
      <td />
    </tr>
  ))

type TableProps = {
  emails: EmailSummary[] | undefined
  sort: 'updatedAt' | 'name'
  isUp: boolean
  onSort: (sort: 'updatedAt' | 'name') => void
}

const Table = ({ emails, sort, isUp, onSort }: TableProps) => (
  <div className={c.scroll}>
    <table className={c.table} aria-busy={!emails}>
      <thead>
        <tr>
          <SortHead label="Email" isOn={sort === 'name'} isUp={isUp} onClick={() => onSort('name')} />
          <th className={c.wideOnly}>Editor</th>
          <th className={c.wideOnly}>Used in</th>
          <th className={`${c.number} ${c.wideOnly}`}>Sent</th>
          <th className={c.wideOnly}>Opened</th>
          <th className={c.wideOnly}>Clicked</th>
          <SortHead label="Updated" isOn={sort === 'updatedAt'} isUp={isUp} onClick={() => onSort('updatedAt')} />
          <th>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>{emails ? emails.map((email) => <EmailRow key={email.id} email={email} />) : <Loading />}</tbody>
    </table>
  </div>
)

const Nothing = ({ isArchive, create }: { isArchive: boolean; create: React.ReactNode }) => (
  <EmptyState
    icon={isArchive ? <IconArchive size={24} /> : <IconMail size={24} />}
    title={isArchive ? 'Nothing is archived' : 'Write your first email'}
    text={
      isArchive
        ? 'Emails that you archive are kept here, with their versions and figures.'
        : 'Emails are written once and sent by flows, as often as people come by. Each one is filled with what you know of its reader.'
    }
    example={
      isArchive ? undefined : (
        <>
          A welcome mail that begins with “Hello {'{{ person.first_name }}'}” and ends with one button: create your
          first project.
        </>
      )
    }
  >
    {!isArchive && create}
  </EmptyState>
)

/** The list of emails. */
export default function EmailList() {
  const [address, setAddress] = useAddress(Address)
  const mayWrite = useMay('emails:write')
  const go = useGo()
  useEffect(() => {
    if (address.email) go({ to: `/emails/${address.email}`, replace: true })
  }, [address.email, go])
  const search = useDeferredValue(address.q ?? '')
  const isUp = address.order ? address.order === 'asc' : address.sort === 'name'
  const isArchive = Boolean(address.archived)
  const { data, error, refetch } = useCall(
    calls.listEmails,
    {
      query: {
        limit: 500,
        ...(search && { search }),
        archived: isArchive ? 'true' : 'false',
        sort: address.sort,
        order: isUp ? 'asc' : 'desc',
      },
    },
    { staleMs: 5_000, keepPrevious: true },
  )
  const folders = useFolders({
    kind: 'emails',
    chosen: address.folder,
    onChoose: (folder) => setAddress({ folder, archived: undefined }, { push: true }),
    lists: [calls.listEmails],
  })
  const emails = data?.emails.filter(({ id }) => folders.holds(id))
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={15} stroke={2} />} onClick={() => setAddress({ 'create-email': 1 })}>
      New email
    </Button>
  )
  const onSort = (sort: 'updatedAt' | 'name') =>
    setAddress(sort === address.sort ? { order: isUp ? 'desc' : 'asc' } : { sort, order: undefined })
  const isEmpty = data?.emails.length === 0
  const page = (
    <SplitPage
      railLabel="Emails"
      rail={
        <>
          <RailItem
            icon={<IconLayoutList size={16} stroke={1.7} />}
            label="All emails"
            count={isArchive || search ? undefined : data?.total}
            isOn={!isArchive && !address.folder}
            onClick={() => setAddress({ archived: undefined, folder: undefined })}
          />
          <FavoritesItem />
          <RailItem
            icon={<IconArchive size={16} stroke={1.7} />}
            label="Archived"
            count={isArchive && !search ? data?.total : undefined}
            isOn={isArchive}
            onClick={() => setAddress({ archived: 1, folder: undefined })}
          />
          <FolderPanel empty="Keep emails that belong together in a folder: drag rows onto it." />
        </>
      }
    >
      <PageHead title={folders.title ?? 'Emails'}>{create}</PageHead>
      <FilterBar>
        <TextInput
          placeholder="Search name or subject"
          aria-label="Search emails"
          w={260}
          leftSection={<IconSearch size={15} stroke={1.7} />}
          value={address.q ?? ''}
          onChange={(event) => setAddress({ q: event.currentTarget.value })}
        />
        <Spacer />
        {data && (
          <span className={c.faint}>{plural(address.folder ? (emails?.length ?? 0) : data.total, 'email')}</span>
        )}
      </FilterBar>
      {error ? (
        <ErrorPanel error={error} title="Error while loading your emails." onRetry={() => void refetch()} />
      ) : emails?.length === 0 && search ? (
        <NothingFound onClear={() => setAddress({ q: undefined })}>No email matches “{search}”.</NothingFound>
      ) : isEmpty ? (
        <Nothing isArchive={isArchive} create={create} />
      ) : emails?.length === 0 ? (
        <EmptyFolder>{create}</EmptyFolder>
      ) : (
        <Table emails={emails} sort={address.sort} isUp={isUp} onSort={onSort} />
      )}
      {address['create-email'] === 1 && mayWrite && (
        <Suspense fallback={null}>
          <NewEmail onMade={folders.keep} onClose={() => setAddress({ 'create-email': undefined })} />
        </Suspense>
      )}
    </SplitPage>
  )
  return <FolderScope value={folders}>{page}</FolderScope>
}
