import { useCall } from '@millrace/kit/web'
import { isPersonName } from '@millrace/objects/contract'
import { segmentsContract } from '../../contract/index.ts'

/** A person, or an object of a kind. */
export type Thing = { objectName: string; id: number }

/** The segments of a thing's kind, and whether it is in them. */
export const useSegmentsOf = ({ objectName, id }: Thing) => {
  const isPerson = isPersonName(objectName)
  const often = { everyMs: 15_000, staleMs: 5_000 }
  const ofPerson = useCall(segmentsContract.listPersonSegments, { params: { id } }, { ...often, enabled: isPerson })
  const ofObject = useCall(
    segmentsContract.listObjectSegments,
    { params: { objectName, id } },
    { ...often, enabled: !isPerson },
  )
  return isPerson ? ofPerson : ofObject
}

/** Why a thing is or is not in a segment. */
export const useWhy = (
  segmentId: number,
  { objectName, id }: Thing,
  options: { staleMs: number; everyMs?: number },
) => {
  const isPerson = isPersonName(objectName)
  const ofPerson = useCall(
    segmentsContract.explainSegment,
    { params: { id: segmentId, personId: id } },
    { ...options, enabled: isPerson },
  )
  const ofObject = useCall(
    segmentsContract.explainSegmentObject,
    { params: { id: segmentId, objectId: id } },
    { ...options, enabled: !isPerson },
  )
  return isPerson ? ofPerson : ofObject
}
