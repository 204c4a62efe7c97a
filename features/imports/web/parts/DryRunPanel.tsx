import { Button } from '@mantine/core'
import { Banner, count, ErrorPanel, ProgressBar, plural } from '@millrace/kit/web'
import type { ImportCheck } from '../../contract/import.ts'
import c from './dryRun.module.css'
import { paceOf } from './pace.ts'
import { Reasons } from './Reasons.tsx'
import { RefusedRows } from './RefusedRows.tsx'
import sectionsCss from './sections.module.css'
import type { DryRun } from './useDryRun.ts'
import { isOpen } from './words.ts'

const figuresOf = ({ created, updated, unchanged, repeated, refused }: ImportCheck) => [
  { label: 'New people', value: created, tone: 'good' },
  { label: 'Changed', value: updated, tone: undefined },
  { label: 'Unchanged', value: unchanged, tone: undefined },
  ...(repeated ? [{ label: 'Repeated', value: repeated, tone: undefined }] : []),
  { label: 'Refused', value: refused, tone: refused ? 'bad' : undefined },
]

const Figures = ({ of }: { of: ImportCheck }) => (
  <dl className={c.found}>
    {figuresOf(of).map(({ label, value, tone }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd data-tone={value ? tone : undefined}>{count(value)}</dd>
      </div>
    ))}
  </dl>
)

const said = ({ status, numPeople, processed }: ImportCheck): string => {
  if (status === 'canceled') return `Stopped after ${plural(processed, 'row')} of ${count(numPeople)}.`
  if (status === 'failed') return `Read ${plural(processed, 'row')}; then the file breaks off.`
  return `All ${plural(processed, 'row')} were read. Nobody has been added or changed yet.`
}

const Busy = ({ of, onStop }: { of: ImportCheck | undefined; onStop: () => void }) => (
  <div className={c.busy}>
    <ProgressBar done={of?.processed ?? 0} total={of?.numPeople ?? 1} label="Dry run: rows read" unit="rows" />
    <span className="num">
      {of?.processed ? paceOf({ done: of.processed, total: of.numPeople, speed: of.speed }) : 'Reading the file…'}
    </span>
    <Button variant="default" size="xs" onClick={onStop} disabled={!of}>
      Stop
    </Button>
  </div>
)

/** What the import would do, with every row of the file: how many are new, changed, unchanged, refused, and why. */
export const DryRunPanel = ({ run }: { run: DryRun }) => {
  const { found, error, again, stop } = run
  if (error) return <ErrorPanel error={error} onRetry={again} />
  const check = found?.check
  const isRunning = !check || isOpen(check)
  return (
    <section className={sectionsCss.card} data-padded aria-label="Dry run">
      <div className={sectionsCss.sectionHead}>
        <div>
          <h2>Dry run</h2>
          <p aria-live="polite">{isRunning ? 'Finding out what this import would do…' : said(check)}</p>
        </div>
        {!isRunning && (
          <Button variant="default" size="xs" onClick={again}>
            Check again
          </Button>
        )}
      </div>
      {check?.error && <Banner tone="bad">{check.error}</Banner>}
      {isRunning && <Busy of={check} onStop={stop} />}
      {check && (check.processed > 0 || !isRunning) && <Figures of={check} />}
      {check && check.repeated > 0 && (
        <p className={sectionsCss.more}>
          Repeated rows are about somebody further up in the file. They are taken in order: the last one counts.
        </p>
      )}
      {check && check.reasons.length > 0 && <Reasons reasons={check.reasons} />}
      {found && found.refusedRows.length > 0 && !isRunning && (
        <details className={c.details}>
          <summary>
            Show {check && check.refused > found.refusedRows.length ? 'the first ' : ''}
            {plural(found.refusedRows.length, 'refused row')}
          </summary>
          <RefusedRows rows={found.refusedRows} headers={found.headers} label="Rows that would be refused" />
        </details>
      )}
    </section>
  )
}
