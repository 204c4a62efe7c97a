import { Button, Menu, Switch } from '@mantine/core'
import {
  addressShape,
  askFirst,
  EmptyState,
  FilterBar,
  Link,
  ListTable,
  PageHead,
  PermissionBanner,
  param,
  told,
  useAddress,
  useCall,
  useMay,
  useMutate,
  WidePage,
} from '@millrace/kit/web'
import { IconArchive, IconArchiveOff, IconMailCog, IconPencil, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useMemo } from 'react'
import { preferencesContract as calls } from '../../contract/calls.ts'
import { CATEGORY_COLUMNS, type CategoryRow } from '../categories/categoryColumns.tsx'

const CategoryForm = lazy(() => import('../categories/CategoryForm.tsx'))

const Address = addressShape({
  /** `new`, or the id of the category that is edited. */
  'communication-category': param.text(),
  archived: param.oneOf(['1']),
  sort: param.text(),
})

const ICON = { size: 15, stroke: 1.7, 'aria-hidden': true } as const

const useArchive = () => {
  const save = useMutate(calls.updateCategory, {
    invalidates: [calls.listCategories],
    success: 'Category updated.',
    onError: () => told.error('Error while updating category.'),
  })
  const put = ({ id }: CategoryRow, isArchived: boolean) => save.mutate({ params: { id }, body: { isArchived } })
  return {
    bringBack: (row: CategoryRow) => put(row, false),
    archive: async (row: CategoryRow) => {
      const isSure = await askFirst({
        title: `Delete “${row.name}”?`,
        children:
          'Readers no longer see it among their choices. Emails that are of this kind follow the default category from then on; whoever switched it off still gets none of them. You can bring it back.',
        confirm: 'Delete',
        danger: true,
      })
      if (isSure) put(row, true)
    },
  }
}

const useRows = (withArchived: boolean) => {
  const list = useCall(calls.listCategories)
  const counts = useCall(calls.countCategoryChoices)
  const rows = useMemo(
    () =>
      list.data?.categories
        .filter(({ isArchived }) => withArchived || !isArchived)
        .map(
          (category): CategoryRow => ({
            ...category,
            count: counts.data?.counts[String(category.id)],
            isCounted: counts.data !== undefined,
          }),
        ),
    [list.data, counts.data, withArchived],
  )
  return { rows, all: list.data?.categories, error: list.error, refetch: list.refetch }
}

/** The kinds of mail that readers can switch on and off. */
export default function Categories() {
  const [address, setAddress] = useAddress(Address)
  const { rows, all, error, refetch } = useRows(address.archived === '1')
  const { archive, bringBack } = useArchive()
  const mayWrite = useMay('emails:write')
  const open = (id: string | undefined) => setAddress({ 'communication-category': id }, { push: id !== undefined })
  const edited = all?.find(({ id }) => String(id) === address['communication-category'])
  const isNew = address['communication-category'] === 'new'
  const hasArchived = all?.some(({ isArchived }) => isArchived) ?? false
  const menu = (row: CategoryRow) => (
    <>
      <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => open(String(row.id))}>
        Edit
      </Menu.Item>
      {row.isArchived ? (
        <Menu.Item leftSection={<IconArchiveOff {...ICON} />} onClick={() => bringBack(row)}>
          Bring back
        </Menu.Item>
      ) : (
        <Menu.Item
          color="red"
          leftSection={<IconArchive {...ICON} />}
          disabled={row.isDefault}
          onClick={() => void archive(row)}
        >
          Delete
        </Menu.Item>
      )}
    </>
  )
  return (
    <WidePage>
      <PageHead
        title="Communication categories"
        sub="Kinds of mail. Readers choose among them instead of leaving altogether."
      >
        <Button component={Link} to="/settings/communication-categories/customize" variant="default">
          Customize the page
        </Button>
        {mayWrite && (
          <Button leftSection={<IconPlus size={15} stroke={2} aria-hidden />} onClick={() => open('new')}>
            New category
          </Button>
        )}
      </PageHead>
      {!mayWrite && <PermissionBanner scope="emails:write" />}
      {(hasArchived || address.archived) && (
        <FilterBar>
          <Switch
            size="xs"
            label="Show archived"
            checked={address.archived === '1'}
            onChange={(event) => setAddress({ archived: event.currentTarget.checked ? '1' : undefined })}
          />
        </FilterBar>
      )}
      <ListTable<CategoryRow, number>
        label="Communication categories"
        rows={rows}
        error={error}
        onRetry={refetch}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        columns={CATEGORY_COLUMNS}
        sort={address.sort}
        onSort={(sort) => setAddress({ sort })}
        {...(mayWrite && { onOpen: ({ id }) => open(String(id)), menu })}
        empty={
          <EmptyState
            icon={<IconMailCog size={24} stroke={1.6} />}
            title="No categories yet"
            text="A category is a kind of mail that readers can switch off by itself."
            example="“Product news” once a month, “Tips” once a week."
          />
        }
      />
      <Suspense fallback={null}>
        {mayWrite && (isNew || edited) && (
          <CategoryForm key={edited?.id} category={edited} onClose={() => open(undefined)} />
        )}
      </Suspense>
    </WidePage>
  )
}
