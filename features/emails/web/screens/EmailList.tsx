import { Button, TextInput } from '@mantine/core'
import { EmptyFolder, FavoritesItem, FolderPanel, FolderScope, rowDrag, useFolders } from '@millrace/folders/web'
import {
  addressShape,
  EmptyState,
  ErrorPanel,
  FilterBar,
  ListTable,
  NothingFound,
  PageHead,
  PageSkeleton,
  param,
  plural,
  RailItem,
  ROWS_PER_PAGE,
  readSort,
  Spacer,
  SplitPage,
  useAddress,
  useEndless,
  useGo,
  useMay,
} from '@millrace/kit/web'
import { IconArchive, IconLayoutList, IconMail, IconPlus, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useDeferredValue, useEffect } from 'react'
import type { EmailSummary } from '../../contract/email.ts'
import { emailCalls as calls } from '../../contract/emailCalls.ts'
import { EMAIL_COLUMNS } from '../list/emailColumns.tsx'
import c from '../list/emailList.module.css'
import { EMAIL_VIEWS, ViewSwitch } from '../list/ViewSwitch.tsx'

const SnippetList = lazy(() => import('../snippets/SnippetList.tsx'))
const SnippetEditor = lazy(() => import('../snippets/SnippetEditor.tsx'))
const EmailRowMenu = lazy(() => import('../list/EmailRowMenu.tsx'))
const NewEmail = lazy(() => import('../list/NewEmail.tsx'))

const Address = addressShape({
  'create-email': param.number(),
  /** Opens the editor of this email. */
  email: param.number(),
  q: param.text(),
  archived: param.number(),
  /** The folder that is open, or `favorites`. */
  folder: param.text(),
  sort: param.text(),
})

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

const NEWEST = { by: 'updatedAt', isDown: true }

const menu = (email: EmailSummary) => (
  <Suspense fallback={null}>
    <EmailRowMenu email={email} />
  </Suspense>
)

const View = addressShape({ view: param.oneOf(EMAIL_VIEWS, 'Email'), snippet: param.number() })

/** The list of emails, or of the snippets that they share. */
export default function EmailList() {
  const [{ view, snippet }] = useAddress(View)
  if (view === 'Email' && !snippet) return <Emails />
  return (
    <Suspense fallback={<PageSkeleton />}>
      {snippet ? <SnippetEditor key={snippet} id={snippet} /> : <SnippetList />}
    </Suspense>
  )
}

const Emails = () => {
  const [address, setAddress] = useAddress(Address)
  const mayWrite = useMay('emails:write')
  const go = useGo()
  useEffect(() => {
    if (address.email) go({ to: `/emails/${address.email}`, replace: true })
  }, [address.email, go])
  const search = useDeferredValue(address.q?.trim() ?? '')
  const isArchive = Boolean(address.archived)
  const sort = readSort(address.sort) ?? NEWEST
  const { pages, first, isBefore, error, refetch, onEnd } = useEndless(calls.listEmails, {
    query: {
      limit: ROWS_PER_PAGE,
      ...(search && { search }),
      archived: isArchive ? 'true' : 'false',
      sort: sort.by === 'name' ? 'name' : 'updatedAt',
      order: sort.isDown ? 'desc' : 'asc',
      ...(address.folder && { folder: address.folder }),
    },
  })
  const folders = useFolders({
    kind: 'emails',
    chosen: address.folder,
    onChoose: (folder) => setAddress({ folder, archived: undefined }, { push: true }),
    lists: [calls.listEmails],
    isServed: true,
  })
  const drag = rowDrag(folders)
  // What was just taken out of the folder leaves before the server says so.
  const emails = pages?.flatMap((page) => page.emails).filter(({ id }) => folders.holds(id))
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={15} stroke={2} />} onClick={() => setAddress({ 'create-email': 1 })}>
      New email
    </Button>
  )
  const page = (
    <SplitPage
      railLabel="Emails"
      rail={
        <>
          <RailItem
            icon={<IconLayoutList size={16} stroke={1.7} />}
            label="All emails"
            count={first?.counts.current}
            isOn={!isArchive && !address.folder}
            onClick={() => setAddress({ archived: undefined, folder: undefined })}
          />
          <FavoritesItem />
          <RailItem
            icon={<IconArchive size={16} stroke={1.7} />}
            label="Archived"
            count={first?.counts.archived}
            isOn={isArchive}
            onClick={() => setAddress({ archived: 1, folder: undefined })}
          />
          <FolderPanel empty="Keep emails that belong together in a folder: drag rows onto it." />
        </>
      }
    >
      <PageHead title={folders.title ?? 'Emails'}>{create}</PageHead>
      <FilterBar>
        <ViewSwitch />
        <TextInput
          placeholder="Search name or subject"
          aria-label="Search emails"
          w={260}
          leftSection={<IconSearch size={15} stroke={1.7} />}
          value={address.q ?? ''}
          onChange={(event) => setAddress({ q: event.currentTarget.value })}
        />
        <Spacer />
        {first && <span className={c.faint}>{plural(first.total, 'email')}</span>}
      </FilterBar>
      {error && <ErrorPanel error={error} title="Error while loading your emails." onRetry={() => void refetch()} />}
      {(!error || emails) && (
        <ListTable
          label="Emails"
          rows={isBefore && !emails?.length ? undefined : emails}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          columns={EMAIL_COLUMNS}
          sort={address.sort ?? '-updatedAt'}
          onSort={(next) => setAddress({ sort: next === '-updatedAt' ? undefined : next })}
          isSortedElsewhere
          rowProps={({ id, name, archived }) => (archived ? {} : drag(id, name))}
          to={({ id }) => `/emails/${id}`}
          onEnd={onEnd}
          {...(mayWrite && { menu })}
          empty={
            search ? (
              <NothingFound onClear={() => setAddress({ q: undefined })}>No email matches “{search}”.</NothingFound>
            ) : address.folder ? (
              <EmptyFolder>{create}</EmptyFolder>
            ) : (
              <Nothing isArchive={isArchive} create={create} />
            )
          }
        />
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
