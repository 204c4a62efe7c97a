import { Button } from '@mantine/core'
import {
  askFirst,
  Banner,
  count,
  ErrorPanel,
  exactly,
  FigureStrip,
  forget,
  NothingFound,
  PageHead,
  PageSkeleton,
  plural,
  StatusDot,
  TagPill,
  useCall,
  useGo,
  useIdParam,
  useMay,
  useMutate,
  WidePage,
} from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { IconDownload, IconPlayerStop, IconUsers } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { cancelImport, getImport } from '../../contract/calls.ts'
import type { Import, RefusedRow } from '../../contract/import.ts'
import c from '../parts/imports.module.css'
import { ProgressBar } from '../parts/ProgressBar.tsx'
import { isOpen, STATUS } from '../parts/words.ts'

const Refused = ({
  rows,
  headers,
  total,
  id,
}: {
  rows: RefusedRow[]
  headers: string[]
  total: number
  id: number
}) => (
  <section className={c.refused} aria-label="Refused rows">
    <div className={c.sectionHead}>
      <div>
        <h2>Refused rows</h2>
        <p>
          {plural(total, 'row was', 'rows were')} not imported. Download them, mend them, and import the file again:
          nobody is made twice.
        </p>
      </div>
      <Button
        component="a"
        href={`/v1/imports/${id}/refused`}
        download
        variant="default"
        leftSection={<IconDownload size={15} stroke={1.7} aria-hidden />}
      >
        Download as CSV
      </Button>
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
    <div className={c.scroller} tabIndex={0} role="region" aria-label="The first refused rows">
      <table className={c.preview}>
        <thead>
          <tr>
            <th>Line</th>
            <th>Why</th>
            {headers.map((header) => (
              <th key={header}>{header}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, message, values }) => (
            <tr key={`${line} ${message}`}>
              <td className="num">{line}</td>
              <td className={c.why}>{message}</td>
              {headers.map((header, index) => (
                <td key={header} title={values[index]}>
                  {values[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {total > rows.length && <p className={c.more}>The first {rows.length} are shown; the file has them all.</p>}
  </section>
)

const Running = ({ of }: { of: Import }) => (
  <div className={c.running}>
    <ProgressBar of={of} />
    <span className="num">
      {of.status === 'queued'
        ? 'Waiting for its turn…'
        : `${count(of.processed)} of ${count(of.numPeople)} rows. You may leave; it goes on.`}
    </span>
  </div>
)

const Facts = ({ of }: { of: Import }) => (
  <div className={c.factLine}>
    <span>Started {exactly(of.startedAt ?? of.createdAt)}</span>
    {of.finishedAt && <span>ended {exactly(of.finishedAt)}</span>}
    <span>people who were there: {of.existingPeopleStrategy === 'update' ? 'updated' : 'left alone'}</span>
    {of.tags.map((tag) => (
      <TagPill key={tag} name={tag} />
    ))}
  </div>
)

const useStop = (of: Import | undefined) => {
  const stop = useMutate(cancelImport, { invalidates: [getImport] })
  return async () => {
    if (!of) return
    const isSure = await askFirst({
      title: 'Stop this import?',
      children: `${plural(of.processed, 'row is', 'rows are')} in already and stay in. The others are left out.`,
      confirm: 'Stop import',
      danger: true,
    })
    if (isSure) stop.mutate({ params: { id: of.id } })
  }
}

/** One import: how far it is, what became of its rows, and the refused ones. */
export default function ImportScreen() {
  const id = useIdParam() ?? 0
  const go = useGo()
  const mayWrite = useMay('people:write')
  const [isMoving, setMoving] = useState(false)
  const options = { staleMs: 0, everyMs: isMoving ? 700 : (false as const) }
  const { data, error, refetch } = useCall(getImport, { params: { id } }, options)
  const stop = useStop(data?.import)
  const isRunning = data ? isOpen(data.import) : false
  useEffect(() => {
    // What it has brought in shows in the list of people at once.
    if (isMoving && !isRunning) void forget(peopleContract.listPeople)
    setMoving(isRunning)
  }, [isMoving, isRunning])
  if (error && !data)
    return (
      <WidePage>
        <PageHead title="Import" back={{ to: '/people/imports', label: 'Imports' }} />
        <ErrorPanel error={error} onRetry={refetch} />
      </WidePage>
    )
  if (!data) return <PageSkeleton />
  const { import: shown, refusedRows, headers } = data
  const { label, tone } = STATUS[shown.status]
  return (
    <WidePage>
      <PageHead
        title={shown.name}
        back={{ to: '/people/imports', label: 'Imports' }}
        beside={<StatusDot tone={tone}>{label}</StatusDot>}
      >
        {isOpen(shown) && mayWrite && (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={15} stroke={1.7} aria-hidden />}
            onClick={() => void stop()}
          >
            Stop
          </Button>
        )}
        {!isOpen(shown) && shown.created + shown.updated > 0 && (
          <Button leftSection={<IconUsers size={15} stroke={1.7} aria-hidden />} onClick={() => go('/people')}>
            See people
          </Button>
        )}
      </PageHead>
      {shown.error && (
        <div className={c.told}>
          <Banner tone="bad">{shown.error}</Banner>
        </div>
      )}
      {isOpen(shown) && <Running of={shown} />}
      <Facts of={shown} />
      <FigureStrip
        figures={[
          { label: 'Rows', value: count(shown.numPeople) },
          { label: 'Added', value: count(shown.created) },
          { label: 'Updated', value: count(shown.updated) },
          { label: 'Unchanged', value: count(shown.unchanged) },
          { label: 'Refused', value: count(shown.refused) },
        ]}
      />
      {shown.refused > 0 ? (
        <Refused rows={refusedRows} headers={headers} total={shown.refused} id={shown.id} />
      ) : (
        !isOpen(shown) && !shown.error && <NothingFound>Every row could be read; none was refused.</NothingFound>
      )}
    </WidePage>
  )
}
