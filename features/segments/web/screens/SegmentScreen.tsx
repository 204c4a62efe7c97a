import { addressShape, ErrorPanel, PageSkeleton, param, useAddress, useCall, useParam } from '@millrace/kit/web'
import { lazy } from 'react'
import { segmentsContract } from '../../contract/index.ts'
import { remark } from '../builder/editTree.ts'

// The frame shows first; the builder and its menus are fetched with the segment.
const SegmentEditor = lazy(() => import('../parts/SegmentEditor.tsx').then((part) => ({ default: part.SegmentEditor })))

const Address = addressShape({
  /** The segment that a new one begins as. */
  from: param.number(),
  /** What a new one is made of, where that is not people: `company`, … */
  of: param.text(),
})

const Loaded = ({ id, isCopy }: { id: number; isCopy: boolean }) => {
  const { data, error, refetch } = useCall(segmentsContract.previewSegment, { params: { id } }, { staleMs: 5_000 })
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  const { name, color, conditions, objectName } = data.segment
  if (!isCopy) return <SegmentEditor key={id} saved={data.segment} objectName={objectName} />
  return (
    <SegmentEditor
      key={`copy ${id}`}
      saved={undefined}
      objectName={objectName}
      from={{ name: `${name} (copy)`, color, conditions: remark(conditions) }}
    />
  )
}

/** One segment in the builder, or a new one. */
const SegmentScreen = () => {
  const text = useParam('id')
  const [{ from, of = 'person' }] = useAddress(Address)
  if (/^\d+$/.test(text)) return <Loaded id={Number(text)} isCopy={false} />
  if (from !== undefined) return <Loaded id={from} isCopy />
  return <SegmentEditor key={`new ${of}`} saved={undefined} objectName={of} />
}

export default SegmentScreen
