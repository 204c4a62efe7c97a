import { count, ProgressBar, plural } from '@millrace/kit/web'
import type { Segment } from '../../contract/index.ts'
import { useKindWords } from '../builder/kindWords.ts'
import c from './SegmentPeople.module.css'

/** How far the work on who is in a segment is, while it goes on. */
export const Building = ({ segment }: { segment: Segment }) => {
  const { one, many } = useKindWords(segment.objectName)
  if (!segment.building) return null
  const { done, total } = segment.building
  return (
    <div className={c.building} role="status">
      <span className={c.bar}>
        <ProgressBar label="Building the segment" done={done} total={total} unit={many} />
      </span>
      Working out {one === 'person' ? 'who' : 'what'} is in it: {count(done)} of {plural(total, one, many)}
    </div>
  )
}
