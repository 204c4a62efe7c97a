import { Button } from '@mantine/core'
import {
  askedOrder,
  FOLDER_PAGE_PARAMS,
  FolderPage,
  FolderTable,
  NothingArchived,
  useFolderPage,
} from '@millrace/folders/web'
import {
  addressShape,
  EmptyState,
  FilterBar,
  FindField,
  NothingFound,
  PageSkeleton,
  param,
  plural,
  ROWS_PER_PAGE,
  Spacer,
  useAddress,
  useEndless,
  useMay,
} from '@millrace/kit/web'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { EmailSummary } from '../../contract/email.ts'
import { emailCalls as calls } from '../../contract/emailCalls.ts'
import { EMAIL_COLUMNS } from '../list/emailColumns.tsx'
import c from '../list/emailList.module.css'
import { EMAIL_VIEWS, ViewSwitch } from '../list/ViewSwitch.tsx'

const SnippetList = lazy(() => import('../snippets/SnippetList.tsx'))
const SnippetEditor = lazy(() => import('../snippets/SnippetEditor.tsx'))
const CopyToAccount = lazy(() => import('../list/CopyToAccount.tsx'))
const EmailRowMenu = lazy(() => import('../list/EmailRowMenu.tsx'))
const NewEmail = lazy(() => import('../list/NewEmail.tsx'))

const Address = addressShape({ ...FOLDER_PAGE_PARAMS, 'create-email': param.number() })

const Nothing = ({ create }: { create: React.ReactNode }) => (
  <EmptyState
    icon={<IconMail size={24} />}
    title="Write your first email"
    text="Emails are written once and sent by flows, as often as people come by. Each one is filled with what you know of its reader."
    example={
      <>
        A welcome mail that begins with “Hello {'{{ person.first_name }}'}” and ends with one button: create your first
        project.
      </>
    }
  >
    {create}
  </EmptyState>
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
  const page = useFolderPage('emails', address, setAddress, calls.listEmails)
  const { pages, first, ...answer } = useEndless(calls.listEmails, {
    query: { limit: ROWS_PER_PAGE, ...page.asked, ...askedOrder(page.sort, ['name']) },
  })
  const emails = pages?.flatMap((page) => page.emails)
  // The menu of a row goes when its dialog comes: the dialog is the list's.
  const [copied, setCopied] = useState<EmailSummary>()
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={15} stroke={2} />} onClick={() => setAddress({ 'create-email': 1 })}>
      New email
    </Button>
  )
  return (
    <FolderPage
      page={page}
      title="Emails"
      counts={first?.counts}
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
      <FolderTable
        page={page}
        label="Emails"
        rows={emails}
        answer={answer}
        failed="Error while loading your emails."
        columns={EMAIL_COLUMNS}
        to={(id) => `/emails/${id}`}
        menu={mayWrite && ((email) => <EmailRowMenu email={email} onCopyToAccount={setCopied} />)}
        nothingFound={
          page.search && (
            <NothingFound onClear={() => setAddress({ q: undefined })}>No email matches “{page.search}”.</NothingFound>
          )
        }
        nothing={
          page.isArchive ? (
            <NothingArchived text="Emails that you archive are kept here, with their versions and figures." />
          ) : (
            <Nothing create={create} />
          )
        }
        create={create}
      />
      {copied && (
        <Suspense fallback={null}>
          <CopyToAccount email={copied} onClose={() => setCopied(undefined)} />
        </Suspense>
      )}
      {address['create-email'] === 1 && mayWrite && (
        <Suspense fallback={null}>
          <NewEmail onMade={page.folders.keep} onClose={() => setAddress({ 'create-email': undefined })} />
        </Suspense>
      )}
    </FolderPage>
  )
}
