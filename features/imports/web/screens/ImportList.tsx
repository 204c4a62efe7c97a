import { Button } from '@mantine/core'
import {
  ago,
  count,
  EmptyState,
  ErrorPanel,
  exactly,
  Link,
  PageHead,
  Skeleton,
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
import { ProgressBar } from '../parts/ProgressBar.tsx'
import rowsCss from '../parts/rows.module.css'
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
    <ProgressBar done={of.processed} total={of.numPeople} label={`${of.name}: rows imported`} />
  )

const Row = ({ of }: { of: Import }) => (
  <tr>
    <td>
      <Link to={`/people/imports/${of.id}`} className={rowsCss.name}>
        {of.name}
      </Link>
    </td>
    <td>
      <span className={c.status}>
        <StatusDot tone={STATUS[of.status].tone}>{STATUS[of.status].label}</StatusDot>
        {(isOpen(of) || of.status === 'paused') && <Bar of={of} />}
      </span>
    </td>
    <td className={c.number}>{count(of.numPeople)}</td>
    <td className={`${c.number} ${c.wideOnly}`}>{count(of.created)}</td>
    <td className={`${c.number} ${c.wideOnly}`}>{count(of.updated)}</td>
    <td className={`${c.number} ${c.wideOnly}`}>{count(of.unchanged)}</td>
    <td className={c.number} data-bad={of.refused > 0 || undefined}>
      {count(of.refused)}
    </td>
    <td className={c.wideOnly}>
      <time dateTime={of.createdAt} title={exactly(of.createdAt)}>
        {ago(of.createdAt)}
      </time>
    </td>
  </tr>
)

const Loading = () =>
  [0, 1, 2, 3].map((row) => (
    <tr key={row}>
      {[160, 90, 50].map((width, index) => (
        <td key={index}>
          <Skeleton width={width} />
        </td>
      ))}
      {[0, 1, 2].map((index) => (
        <td key={index} className={c.wideOnly}>
          <Skeleton width={40} />
        </td>
      ))}
      <td>
        <Skeleton width={30} />
      </td>
      <td className={c.wideOnly}>
        <Skeleton width={70} />
      </td>
    </tr>
  ))

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
        <div className={c.tableScroll}>
          <table className={c.table} aria-busy={!imports}>
            <thead>
              <tr>
                <th>Name</th>
                <th>Status</th>
                <th className={c.number}>People</th>
                <th className={`${c.number} ${c.wideOnly}`}>Added</th>
                <th className={`${c.number} ${c.wideOnly}`}>Updated</th>
                <th className={`${c.number} ${c.wideOnly}`}>Unchanged</th>
                <th className={c.number}>Refused</th>
                <th className={c.wideOnly}>Started</th>
              </tr>
            </thead>
            <tbody>{imports ? imports.map((each) => <Row key={each.id} of={each} />) : <Loading />}</tbody>
          </table>
        </div>
      )}
    </WidePage>
  )
}
