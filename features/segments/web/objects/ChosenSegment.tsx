import { ColorDot, plural, useCall } from '@millrace/kit/web'
import { useMemo } from 'react'
import { conditionText, type Segment, segmentsContract } from '../../contract/index.ts'
import { useKindWords } from '../builder/kindWords.ts'
import { SubjectKind } from '../builder/subjectKind.ts'
import { Building } from '../parts/Building.tsx'
import { SegmentActs, SegmentPanels } from '../parts/SegmentActs.tsx'
import { useTitles } from '../sources.ts'
import css from './objects.module.css'

const Words = ({ segment }: { segment: Segment }) => {
  const titles = useTitles()
  const { one, many } = useKindWords(segment.objectName)
  const words = useMemo(
    () => (segment.conditions.conditions.length ? conditionText(segment.conditions, titles) : undefined),
    [segment, titles],
  )
  // While it is built nobody knows how many they are.
  const size = segment.building ? undefined : plural(segment.count, one, many)
  return <p className={css.words}>{[size, words].filter(Boolean).join(' · ')}</p>
}

/** What a segment of objects is: its conditions in words, how it grew, and why something is or is not in it. */
export default function ChosenSegment({ objectName, id }: { objectName: string; id: number }) {
  const { data } = useCall(segmentsContract.listSegments, { query: { objectName } }, { staleMs: 5_000 })
  const segment = data?.segments.find((one) => one.id === id)
  if (!segment) return null
  return (
    <SubjectKind value={objectName}>
      <section className={css.chosen} aria-label={segment.name}>
        <div className={css.what}>
          <h2>
            <ColorDot color={segment.color} />
            {segment.name}
          </h2>
          <Words segment={segment} />
        </div>
        <div className={css.acts}>
          <SegmentActs segment={segment} />
        </div>
      </section>
      <Building segment={segment} />
      <SegmentPanels segment={segment} />
    </SubjectKind>
  )
}
