import { Badge } from '@mantine/core'
import { type ListColumn, NameCell, plural } from '@millrace/kit/web'
import type { CategoryCount, CommunicationCategory } from '../../contract/preferences.ts'

/** A kind of mail with what people said about it, where that is known already. */
export type CategoryRow = CommunicationCategory & { count: CategoryCount | undefined; isCounted: boolean }

/** The columns of the list of categories. */
export const CATEGORY_COLUMNS: readonly ListColumn<CategoryRow>[] = [
  {
    id: 'name',
    title: 'Category',
    sortBy: ({ name }) => name.toLowerCase(),
    render: ({ id, name, description }) => (
      <NameCell to={`/settings/communication-categories?communication-category=${id}`} name={name} sub={description} />
    ),
  },
  {
    id: 'type',
    title: 'Type',
    width: 190,
    sortBy: ({ type }) => type,
    render: ({ type, isDefault, isArchived }) => (
      <span style={{ display: 'flex', flexWrap: 'wrap', gap: '4px 6px' }}>
        <Badge variant="light" size="sm" color={type === 'marketing' ? 'iris' : 'gray'}>
          {type === 'marketing' ? 'Marketing' : 'Transactional'}
        </Badge>
        {isDefault && (
          <Badge variant="light" size="sm" color="gray">
            Default
          </Badge>
        )}
        {isArchived && (
          <Badge variant="light" size="sm" color="amber">
            Archived
          </Badge>
        )}
      </span>
    ),
  },
  {
    id: 'off',
    title: 'Switched off',
    width: 120,
    align: 'right',
    isDownFirst: true,
    isWideOnly: true,
    sortBy: ({ count }) => count?.optOut ?? 0,
    render: ({ count, isCounted, type }) =>
      isCounted && type === 'marketing' ? (count?.optOut ?? 0).toLocaleString('en') : '–',
  },
  {
    id: 'asked',
    title: 'Not confirmed',
    width: 130,
    align: 'right',
    isDownFirst: true,
    isWideOnly: true,
    sortBy: ({ count }) => count?.asked ?? 0,
    render: ({ count }) => (count?.asked ? plural(count.asked, 'person', 'people') : '–'),
  },
]
