import { foldersContract } from '@millrace/folders/contract'
import { askFirst, forget, plural, send, sentenceOf, told } from '@millrace/kit/web'
import { type Segment, type SegmentUse, segmentsContract } from '../../contract/index.ts'
import type { KindWords } from '../builder/kindWords.ts'
import { usesText } from './UsedBy.tsx'

/** Asks, deletes and tells. Answers whether the segment is gone. */
export const askToDelete = async (
  segment: Segment,
  uses: readonly SegmentUse[],
  { one, many }: Pick<KindWords, 'one' | 'many'>,
): Promise<boolean> => {
  const isSure = await askFirst({
    title: `Delete “${segment.name}”?`,
    children: (
      <>
        The segment is deleted for good. Its {plural(segment.count, one, many)} {segment.count === 1 ? 'stays' : 'stay'}
        .{uses.length > 0 && <> It is used by {usesText(uses)}; nobody will enter them by this segment any more.</>}
      </>
    ),
    confirm: 'Delete segment',
    danger: true,
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
