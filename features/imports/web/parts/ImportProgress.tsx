import { count, ProgressBar, plural } from '@millrace/kit/web'
import type { Import } from '../../contract/import.ts'
import c from './outcome.module.css'
import { paceOf } from './pace.ts'

const said = (of: Import): string => {
  if (of.status === 'queued') return 'Waiting for its turn…'
  const pace = paceOf({ done: of.processed, total: of.numPeople, speed: of.speed })
  return of.status === 'paused' ? `${pace} · paused; it goes on where it was` : `${pace} · you may leave, it goes on`
}

/** How far an import is, or taking it back. */
export const ImportProgress = ({ of }: { of: Import }) => {
  if (of.undo) {
    const done = of.undo.removed + of.undo.restored + of.undo.kept
    return (
      <div className={c.running}>
        <ProgressBar done={done} total={of.undo.total} label={`${of.name}: people taken back`} unit="people" />
        <span className="num">
          {count(done)} of {plural(of.undo.total, 'person', 'people')} taken back · you may leave, it goes on
        </span>
      </div>
    )
  }
  return (
    <div className={c.running} data-still={of.status === 'paused' || undefined}>
      <ProgressBar done={of.processed} total={of.numPeople} label={`${of.name}: rows imported`} unit="rows" />
      <span className="num">{said(of)}</span>
    </div>
  )
}
