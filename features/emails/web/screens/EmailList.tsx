import { Button } from '@mantine/core'
import { FolderPage, FolderTable, NEWEST, useListFolders } from '@millrace/folders/web'
import {
  addressShape,
  EmptyState,
  ErrorPanel,
  FilterBar,
  FindField,
  NothingFound,
  PageSkeleton,
  param,
  plural,
  ROWS_PER_PAGE,
  readSort,
  Spacer,
  useAddress,
  useEndless,
  useMay,
} from '@millrace/kit/web'
import { IconArchive, IconMail, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useDeferredValue } from 'react'
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
  const search = useDeferredValue(address.q?.trim() ?? '')
  const isArchive = Boolean(address.archived)
  const sort = readSort(address.sort ?? NEWEST)
  const { pages, first, isBefore, error, refetch, onEnd } = useEndless(calls.listEmails, {
    query: {
      limit: ROWS_PER_PAGE,
      ...(search && { search }),
      archived: isArchive ? 'true' : 'false',
      sort: sort?.by === 'name' ? 'name' : 'updatedAt',
      order: sort?.isDown ? 'desc' : 'asc',
      ...(address.folder && { folder: address.folder }),
    },
  })
  const folders = useListFolders('emails', address, setAddress, calls.listEmails)
  const emails = pages?.flatMap((page) => page.emails)
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={15} stroke={2} />} onClick={() => setAddress({ 'create-email': 1 })}>
      New email
    </Button>
  )
  return (
    <FolderPage
      folders={folders}
      title="Emails"
      counts={first?.counts}
      isArchive={isArchive}
      onShow={setAddress}
      teach="Keep emails that belong together in a folder: drag rows onto it."
      create={create}
    >
      <FilterBar>
        <ViewSwitch />
        <FindField
          label="Search emails"
          hint="Search name or subject"
          text={address.q}
          onText={(q) => setAddress({ q })}
        />
        <Spacer />
        {first && <span className={c.faint}>{plural(first.total, 'email')}</span>}
      </FilterBar>
      {error && <ErrorPanel error={error} title="Error while loading your emails." onRetry={() => void refetch()} />}
      {(!error || emails) && (
        <FolderTable
          label="Emails"
          rows={emails}
          isBefore={isBefore}
          columns={EMAIL_COLUMNS}
          sort={address.sort}
          onSort={(next) => setAddress({ sort: next })}
          to={(id) => `/emails/${id}`}
          onEnd={onEnd}
          {...(mayWrite && { menu })}
          nothingFound={
            search && (
              <NothingFound onClear={() => setAddress({ q: undefined })}>No email matches “{search}”.</NothingFound>
            )
          }
          nothing={<Nothing isArchive={isArchive} create={create} />}
          create={create}
        />
      )}
      {address['create-email'] === 1 && mayWrite && (
        <Suspense fallback={null}>
          <NewEmail onMade={folders.keep} onClose={() => setAddress({ 'create-email': undefined })} />
        </Suspense>
      )}
    </FolderPage>
  )
}
