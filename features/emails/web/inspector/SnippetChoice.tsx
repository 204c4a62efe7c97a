import { Select } from '@mantine/core'
import { useCall } from '@millrace/kit/web'
import { snippetCalls } from '../../contract/snippetCalls.ts'

/** A snippet of the account to choose. */
export const SnippetChoice = ({ value, onChange }: { value: number | undefined; onChange: (id: number) => void }) => {
  const { data, isPending } = useCall(snippetCalls.listSnippets, { query: { limit: 200, archived: 'false' } })
  const snippets = data?.snippets ?? []
  const known = snippets.map(({ id, name }) => ({ value: String(id), label: name }))
  const isGone = value !== undefined && !isPending && !snippets.some(({ id }) => id === value)
  return (
    <Select
      label="Snippet"
      placeholder={known.length || isPending ? 'Choose a snippet' : 'There is no snippet yet'}
      data={isGone ? [{ value: String(value), label: 'A snippet that is archived or gone' }, ...known] : known}
      value={value === undefined ? null : String(value)}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No snippet is called so"
      onChange={(id) => id && onChange(Number(id))}
    />
  )
}
