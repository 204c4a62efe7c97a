import { Button, Select } from '@mantine/core'
import { FOLDER_PAGE_PARAMS, FolderPage, FolderTable, NothingArchived, useFolderPage } from '@millrace/folders/web'
import {
  addressShape,
  EmptyState,
  FilterBar,
  FindField,
  NothingFound,
  param,
  plural,
  Spacer,
  useAddress,
  useCall,
  useMay,
  useTitle,
} from '@millrace/kit/web'
import { IconPlus, IconTextPlus } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { snippetCalls as calls } from '../../contract/snippetCalls.ts'
import c from '../list/emailList.module.css'
import { ViewSwitch } from '../list/ViewSwitch.tsx'
import { SNIPPET_COLUMNS } from './snippetColumns.tsx'

const SnippetRowMenu = lazy(() => import('./SnippetRowMenu.tsx'))
const NewSnippet = lazy(() => import('./NewSnippet.tsx'))

const MOST = 500

const Address = addressShape({ ...FOLDER_PAGE_PARAMS, 'create-snippet': param.number(), tag: param.text() })

const Nothing = ({ create }: { create: ReactNode }) => (
  <EmptyState
    icon={<IconTextPlus size={24} />}
    title="Write once, show everywhere"
    text="A snippet is a text that emails share: a signature, a footer, the offer of the month. Change it once and every mail that shows it changes from then on."
  >
    {create}
  </EmptyState>
)

const useSnippets = () => {
  const [address, setAddress] = useAddress(Address)
  const page = useFolderPage('emails', address, setAddress, calls.listSnippets)
  const answer = useCall(calls.listSnippets, {
    query: { limit: MOST, ...page.asked, ...(address.tag && { tag: address.tag }) },
  })
  return { address, setAddress, page, answer, data: answer.data }
}

type Found = ReturnType<typeof useSnippets>

const Filters = ({ data, address, setAddress }: Found) => (
  <FilterBar>
    <ViewSwitch />
    <FindField
      label="Search snippets"
      hint="Search name or content"
      width={230}
      text={address.q}
      onText={(q) => setAddress({ q })}
    />
    {(data?.tags.length || address.tag) && (
      <Select
        aria-label="Tag"
        placeholder="All tags"
        data={data?.tags ?? []}
        value={address.tag ?? null}
        onChange={(tag) => setAddress({ tag: tag ?? undefined })}
        clearable
        searchable
        w={150}
      />
    )}
    <Spacer />
    {data && <span className={c.faint}>{plural(data.total, 'snippet')}</span>}
  </FilterBar>
)

/** The list of snippets, beside the emails. */
export default function SnippetList() {
  useTitle('Snippets')
  const mayWrite = useMay('emails:write')
  const found = useSnippets()
  const { address, setAddress, page, answer, data } = found
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={15} stroke={2} />} onClick={() => setAddress({ 'create-snippet': 1 })}>
      New snippet
    </Button>
  )
  return (
    <FolderPage
      page={page}
      title="Snippets"
      counts={data?.counts}
      teach="Snippets lie in the folders of emails: drag rows onto one."
      create={create}
    >
      <Filters {...found} />
      <FolderTable
        page={page}
        label="Snippets"
        rows={data?.snippets}
        answer={answer}
        failed="Failed to fetch snippets"
        itemOf={(id) => `snippet-${id}`}
        columns={SNIPPET_COLUMNS}
        to={(id) => `/emails?view=Snippet&snippet=${id}`}
        menu={mayWrite && ((snippet) => <SnippetRowMenu snippet={snippet} />)}
        nothingFound={
          (page.search || address.tag) && (
            <NothingFound onClear={() => setAddress({ q: undefined, tag: undefined })}>
              No snippet matches.
            </NothingFound>
          )
        }
        nothing={
          page.isArchive ? (
            <NothingArchived text="Snippets that you archive are kept here." />
          ) : (
            <Nothing create={create} />
          )
        }
        create={create}
      />
      {address['create-snippet'] === 1 && mayWrite && (
        <Suspense fallback={null}>
          <NewSnippet
            onMade={(id) => page.folders.keep(`snippet-${id}`)}
            onClose={() => setAddress({ 'create-snippet': undefined })}
          />
        </Suspense>
      )}
    </FolderPage>
  )
}
