import { CloseButton, TextInput } from '@mantine/core'
import {
  ago,
  EmptyState,
  ErrorPanel,
  exactly,
  FilterBar,
  type ListColumn,
  ListTable,
  PageHead,
  useCall,
} from '@millrace/kit/web'
import { IconSearch, IconUserOff } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { type Erasure, peopleContract } from '../../contract/index.ts'
import { heldWords } from '../person/heldWords.ts'

const COLUMNS: ListColumn<Erasure>[] = [
  { id: 'at', title: 'When', width: 190, render: ({ at }) => <time title={ago(at)}>{exactly(at)}</time> },
  { id: 'by', title: 'By', width: 200, render: ({ by }) => by ?? <span className="dimmed">An API key</span> },
  {
    id: 'removed',
    title: 'What went',
    render: ({ removed }) =>
      Object.entries(removed)
        .map(([what, count]) => heldWords({ what, count }))
        .join(', ') || <span className="dimmed">The person alone</span>,
  },
  {
    id: 'hash',
    title: 'Address, as a hash',
    width: 190,
    render: ({ addressHash }) =>
      addressHash ? <code title={addressHash}>{addressHash.slice(0, 16)}…</code> : <span className="dimmed">None</span>,
  },
]

/** The record of people who were erased: when, by whom, and nothing that tells who it was. */
export default function ErasedPeople() {
  const [text, setText] = useState('')
  const address = useDeferredValue(text.trim())
  const { data, error, refetch } = useCall(
    peopleContract.listErasures,
    { query: { limit: 500, ...(address && { address }) } },
    { staleMs: 0, keepPrevious: true },
  )
  return (
    <>
      <PageHead
        title="Erased people"
        sub="Who asked to be forgotten is gone. What stays is that it was done; type an address to see whether it was erased."
      />
      <FilterBar>
        <TextInput
          w={300}
          type="email"
          aria-label="Was this address erased?"
          placeholder="Was this address erased?"
          leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rightSection={text && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setText('')} />}
        />
      </FilterBar>
      {error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <ListTable
          label="Erased people"
          rows={data?.erasures}
          idOf={({ id }) => id}
          nameOf={({ at }) => exactly(at)}
          columns={COLUMNS}
          empty={
            <EmptyState
              icon={<IconUserOff size={22} stroke={1.6} />}
              title={address ? 'This address was not erased' : 'Nobody was erased'}
              text={
                address
                  ? 'No erasure of a person with exactly this address is on record.'
                  : 'When somebody asks to be forgotten, open their page and choose “Erase person” from its menu. The record shows here.'
              }
            />
          }
        />
      )}
    </>
  )
}
