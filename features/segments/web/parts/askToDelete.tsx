import { foldersContract } from '@millrace/folders/contract'
import { askFirst, forget, plural, send, sentenceOf, told } from '@millrace/kit/web'
import { UsageList } from '@millrace/people/web'
import { type Segment, type SegmentUse, segmentsContract } from '../../contract/index.ts'
import type { KindWords } from '../builder/kindWords.ts'

type Words = Pick<KindWords, 'one' | 'many'>

const whoStays = ({ building, count }: Segment, { one, many }: Words) =>
  building ? `Its ${many} stay` : `Its ${plural(count, one, many)} ${count === 1 ? 'stays' : 'stay'}`

/** What becomes of those that use a segment which goes; in the order in which it matters. */
const whatThen = (uses: readonly SegmentUse[]): string => {
  const has = (kind: SegmentUse['kind']) => uses.some((use) => use.kind === kind)
  if (has('segment')) return 'Segments that have a condition on it must be changed first.'
  return [
    has('broadcast') && 'Broadcasts to it are not sent until they get another audience.',
    (has('flow') || has('email')) && 'Flows and emails that ask for it find nothing in it any more.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Asks, deletes and tells. Answers whether the segment is gone. One that stands in another's conditions stays. */
export const askToDelete = async (segment: Segment, uses: readonly SegmentUse[], words: Words): Promise<boolean> => {
  const isSure = await askFirst({
    title: `Delete “${segment.name}”?`,
    children: (
      <>
        The segment is deleted for good. {whoStays(segment, words)}.
        <div style={{ marginTop: 10 }}>
          <UsageList uses={uses} />
        </div>
        {uses.length > 0 && <p style={{ margin: '10px 0 0' }}>{whatThen(uses)}</p>}
      </>
    ),
    confirm: 'Delete segment',
    danger: true,
    isHeld: uses.some(({ kind }) => kind === 'segment'),
  })
  if (!isSure) return false
  try {
    await send(segmentsContract.deleteSegment, { params: { id: segment.id } })
  } catch (error) {
    told.error(sentenceOf(error, 'Error while deleting your segment.'))
    return false
  }
  told.success('✅ Segment deleted.')
  void forget(segmentsContract.listSegments, foldersContract.listFolders)
  return true
}
