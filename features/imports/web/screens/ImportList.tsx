import { Button } from '@mantine/core'
import {
  ago,
  count,
  EmptyState,
  ErrorPanel,
  exactly,
  type ListColumn,
  ListTable,
  NameCell,
  PageHead,
  ProgressBar,
  StatusDot,
  useCall,
  useGo,
  useMay,
  WidePage,
} from '@millrace/kit/web'
import { IconFileImport, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { listImports } from '../../contract/calls.ts'
import type { Import } from '../../contract/import.ts'
import { isOpen, STATUS } from '../parts/words.ts'
import c from './list.module.css'

const Bar = ({ of }: { of: Import }) =>
  of.undo ? (
    <ProgressBar
      done={of.undo.removed + of.undo.restored + of.undo.kept}
      total={of.undo.total}
      label={`${of.name}: people taken back`}
      unit="people"
    />
  ) : (
    <ProgressBar done={of.processed} total={of.numPeople} label={`${of.name}: rows imported`} unit="rows" />
  )

const figure = (
  id: 'numPeople' | 'created' | 'updated' | 'unchanged' | 'refused',
  title: string,
): ListColumn<Import> => ({
  id,
  title,
  align: 'right',
  isDownFirst: true,
  sortBy: (of) => of[id],
  render: (of) => count(of[id]),
})

const COLUMNS: readonly ListColumn<Import>[] = [
  {
    id: 'name',
    title: 'Name',
    sortBy: ({ name }) => name,
    render: ({ id, name }) => <NameCell to={`/people/imports/${id}`} name={name} />,
  },
  {
    id: 'status',
    title: 'Status',
    sortBy: ({ status }) => STATUS[status].label,
    render: (of) => (
      <span className={c.status}>
        <StatusDot tone={STATUS[of.status].tone}>{STATUS[of.status].label}</StatusDot>
        {(isOpen(of) || of.status === 'paused') && <Bar of={of} />}
      </span>
    ),
  },
  figure('numPeople', 'People'),
  { ...figure('created', 'Added'), isWideOnly: true },
  { ...figure('updated', 'Updated'), isWideOnly: true },
  { ...figure('unchanged', 'Unchanged'), isWideOnly: true },
  {
    ...figure('refused', 'Refused'),
    render: ({ refused }) => <span data-bad={refused > 0 || undefined}>{count(refused)}</span>,
  },
  {
    id: 'createdAt',
    title: 'Started',
    isWideOnly: true,
    isDownFirst: true,
    sortBy: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => (
      <time dateTime={createdAt} title={exactly(createdAt)}>
        {ago(createdAt)}
      </time>
    ),
  },
]

/** All imports, those that run with their progress. */
export default function ImportList() {
  const go = useGo()
  const mayWrite = useMay('people:write')
  const [isMoving, setMoving] = useState(false)
  const options = { staleMs: 0, everyMs: isMoving ? 1_000 : (false as const) }
  const { data, error, refetch } = useCall(listImports, { query: {} }, options)
  const imports = data?.imports
  const isAnyOpen = imports?.some(isOpen) ?? false
  if (isAnyOpen !== isMoving) setMoving(isAnyOpen)
  const start = mayWrite && (
    <Button leftSection={<IconUpload size={15} stroke={1.8} aria-hidden />} onClick={() => go('/people/imports/new')}>
      Import people
    </Button>
  )
  return (
    <WidePage>
      <PageHead title="Imports" back={{ to: '/people', label: 'People' }}>
        {imports && imports.length > 0 && start}
      </PageHead>
      {error && !imports ? (
        <ErrorPanel error={error} onRetry={refetch} />
      ) : imports?.length === 0 ? (
        <EmptyState
          icon={<IconFileImport size={24} />}
          title="Bring your people in"
          text="An import takes a CSV file and makes a person of each row. Whoever is there already is updated."
          example="Export your customers from Stripe or your list from Mailchimp, drop the file here, and check where each column goes."
        >
          {start}
        </EmptyState>
      ) : (
        <div className={c.list}>
          <ListTable
            label="Imports"
            rows={imports}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            columns={COLUMNS}
            to={({ id }) => `/people/imports/${id}`}
            rowHeight={44}
          />
        </div>
      )}
    </WidePage>
  )
}
