import { Button } from '@mantine/core'
import {
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
  useIdParam,
  WidePage,
} from '@millrace/kit/web'
import { peopleContract } from '@millrace/people/contract'
import { IconDownload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { getImport } from '../../contract/calls.ts'
import type { Import, RefusedRow } from '../../contract/import.ts'
import { ImportActions } from '../parts/ImportActions.tsx'
import { ImportProgress } from '../parts/ImportProgress.tsx'
import c from '../parts/outcome.module.css'
import { Reasons } from '../parts/Reasons.tsx'
import { RefusedRows } from '../parts/RefusedRows.tsx'
import sectionsCss from '../parts/sections.module.css'
import { Undone } from '../parts/Undone.tsx'
import { isOpen, STATUS } from '../parts/words.ts'

const Refused = ({ rows, headers, of }: { rows: RefusedRow[]; headers: string[]; of: Import }) => (
  <section className={c.refused} aria-label="Refused rows">
    <div className={sectionsCss.sectionHead}>
      <div>
        <h2>Refused rows</h2>
        <p>
          {plural(of.refused, 'row was', 'rows were')} not imported. Download them, mend them, and import the file
          again: nobody is made twice.
        </p>
      </div>
      <Button
        component="a"
        href={`/v1/imports/${of.id}/refused`}
        download
        variant="default"
        leftSection={<IconDownload size={15} stroke={1.7} aria-hidden />}
      >
        Download as CSV
      </Button>
    </div>
    <Reasons reasons={of.reasons} />
    <RefusedRows rows={rows} headers={headers} label="The first refused rows" />
    {of.refused > rows.length && (
      <p className={sectionsCss.more}>The first {rows.length} are shown; the file has them all.</p>
    )}
  </section>
)

const Facts = ({ of }: { of: Import }) => (
  <div className={c.factLine}>
    <span>Started {exactly(of.startedAt ?? of.createdAt)}</span>
    {of.finishedAt && <span>ended {exactly(of.finishedAt)}</span>}
    <span>people who were there: {of.existingPeopleStrategy === 'update' ? 'updated' : 'left alone'}</span>
    {of.undoUntil && <span>can be undone until {exactly(of.undoUntil)}</span>}
    {of.tags.map((tag) => (
      <TagPill key={tag} name={tag} />
    ))}
  </div>
)

const figuresOf = (of: Import) => [
  { label: 'Rows', value: count(of.numPeople) },
  { label: 'Added', value: count(of.created) },
  { label: 'Updated', value: count(of.updated) },
  { label: 'Unchanged', value: count(of.unchanged) },
  { label: 'Refused', value: count(of.refused) },
]

/** The import, asked for again while it moves; what it brought in shows in the list of people at once. */
const useImport = (id: number) => {
  const [isMoving, setMoving] = useState(false)
  const options = { staleMs: 0, everyMs: isMoving ? 700 : (false as const) }
  const asked = useCall(getImport, { params: { id } }, options)
  const isRunning = asked.data ? isOpen(asked.data.import) : false
  useEffect(() => {
    if (isMoving && !isRunning) void forget(peopleContract.listPeople)
    setMoving(isRunning)
  }, [isMoving, isRunning])
  return asked
}

/** One import: how far it is, what became of its rows, the refused ones, and what can be done with it. */
export default function ImportScreen() {
  const { data, error, refetch } = useImport(useIdParam() ?? 0)
  const back = { to: '/people/imports', label: 'Imports' }
  if (error && !data)
    return (
      <WidePage>
        <PageHead title="Import" back={back} />
        <ErrorPanel error={error} onRetry={refetch} />
      </WidePage>
    )
  if (!data) return <PageSkeleton />
  const { import: shown, refusedRows, headers, keptPeople } = data
  const { label, tone } = STATUS[shown.status]
  const isMoving = isOpen(shown) || shown.status === 'paused'
  return (
    <WidePage>
      <PageHead title={shown.name} back={back} beside={<StatusDot tone={tone}>{label}</StatusDot>}>
        <ImportActions of={shown} />
      </PageHead>
      {shown.error && (
        <div className={c.told}>
          <Banner tone="bad">{shown.error}</Banner>
        </div>
      )}
      {isMoving && <ImportProgress of={shown} />}
      <Facts of={shown} />
      <FigureStrip figures={figuresOf(shown)} />
      {shown.undo && <Undone of={shown} undo={shown.undo} kept={keptPeople} />}
      {shown.refused > 0 ? (
        <Refused rows={refusedRows} headers={headers} of={shown} />
      ) : (
        !isMoving &&
        !shown.error &&
        !shown.undo && <NothingFound>Every row could be read; none was refused.</NothingFound>
      )}
    </WidePage>
  )
}
