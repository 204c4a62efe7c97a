import { Button, TextInput } from '@mantine/core'
import { FilterBar, PageHead } from '@millrace/kit/web'
import { IconPlus, IconSearch } from '@tabler/icons-react'

type Props = {
  title: string
  sub: string
  /** What the list is of: "tags"; one of them is a "tag". */
  many: string
  one: string
  /** Makes one; for whoever may. */
  onNew: (() => void) | false
  search: string | undefined
  onSearch: (text: string | undefined) => void
}

/** The head of a list in the settings: what it is, the button that makes one, and its search. */
export const SearchedHead = ({ title, sub, many, one, onNew, search = '', onSearch }: Props) => (
  <>
    <PageHead title={title} sub={sub}>
      {onNew && (
        <Button leftSection={<IconPlus size={15} stroke={2} aria-hidden />} onClick={onNew}>
          New {one}
        </Button>
      )}
    </PageHead>
    <FilterBar>
      <TextInput
        type="search"
        w={280}
        placeholder={`Search ${many}`}
        aria-label={`Search ${many}`}
        leftSection={<IconSearch size={15} stroke={1.7} aria-hidden />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value || undefined)}
      />
    </FilterBar>
  </>
)
