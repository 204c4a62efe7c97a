import { Button, Select } from '@mantine/core'
import { FolderPage, FolderTable, useListFolders } from '@millrace/folders/web'
import {
  addressShape,
  EmptyState,
  ErrorPanel,
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
import { IconArchive, IconPlus, IconTextPlus } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react'
import type { Snippet } from '../../contract/snippet.ts'
import { snippetCalls as calls } from '../../contract/snippetCalls.ts'
import c from '../list/emailList.module.css'
import { ViewSwitch } from '../list/ViewSwitch.tsx'
import { SNIPPET_COLUMNS } from './snippetColumns.tsx'

const SnippetRowMenu = lazy(() => import('./SnippetRowMenu.tsx'))
const NewSnippet = lazy(() => import('./NewSnippet.tsx'))

const MOST = 500

const Address = addressShape({
  'create-snippet': param.number(),
  q: param.text(),
  tag: param.text(),
  archived: param.number(),
  folder: param.text(),
})

const menu = (snippet: Snippet) => (
  <Suspense fallback={null}>
    <SnippetRowMenu snippet={snippet} />
  </Suspense>
)

const Nothing = ({ isArchive, create }: { isArchive: boolean; create: ReactNode }) => (
  <EmptyState
    icon={isArchive ? <IconArchive size={24} /> : <IconTextPlus size={24} />}
    title={isArchive ? 'Nothing is archived' : 'Write once, show everywhere'}
    text={
      isArchive
        ? 'Snippets that you archive are kept here.'
        : 'A snippet is a text that emails share: a signature, a footer, the offer of the month. Change it once and every mail that shows it changes from then on.'
    }
  >
    {!isArchive && create}
  </EmptyState>
)

const useSnippets = () => {
  const [address, setAddress] = useAddress(Address)
  const search = useDeferredValue(address.q?.trim() ?? '')
  const isArchive = Boolean(address.archived)
  const list = useCall(calls.listSnippets, {
    query: {
      limit: MOST,
      archived: isArchive ? 'true' : 'false',
      ...(search && { search }),
      ...(address.tag && { tag: address.tag }),
      ...(address.folder && { folder: address.folder }),
    },
  })
  return { address, setAddress, search, isArchive, ...list }
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
  const { address, setAddress, search, isArchive, data, error, refetch } = found
  const folders = useListFolders('emails', address, setAddress, calls.listSnippets)
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={15} stroke={2} />} onClick={() => setAddress({ 'create-snippet': 1 })}>
      New snippet
    </Button>
  )
  return (
    <FolderPage
      folders={folders}
      title="Snippets"
      counts={data?.counts}
      isArchive={isArchive}
      onShow={setAddress}
      teach="Snippets lie in the folders of emails: drag rows onto one."
      create={create}
    >
      <Filters {...found} />
      {error && <ErrorPanel error={error} title="Failed to fetch snippets" onRetry={() => void refetch()} />}
      {(!error || data) && (
        <FolderTable
          label="Snippets"
          rows={data?.snippets}
          itemOf={(id) => `snippet-${id}`}
          columns={SNIPPET_COLUMNS}
          to={(id) => `/emails?view=Snippet&snippet=${id}`}
          {...(mayWrite && { menu })}
          nothingFound={
            (search || address.tag) && (
              <NothingFound onClear={() => setAddress({ q: undefined, tag: undefined })}>
                No snippet matches.
              </NothingFound>
            )
          }
          nothing={<Nothing isArchive={isArchive} create={create} />}
          create={create}
        />
      )}
      {address['create-snippet'] === 1 && mayWrite && (
        <Suspense fallback={null}>
          <NewSnippet
            onMade={(id) => folders.keep(`snippet-${id}`)}
            onClose={() => setAddress({ 'create-snippet': undefined })}
          />
        </Suspense>
      )}
    </FolderPage>
  )
}
