import { PERSON } from '@millrace/objects/contract'
import { SegmentsOf } from './SegmentsOf.tsx'

/** The segments of a person. */
export default function PersonSegments({ personId }: { personId: number }) {
  return <SegmentsOf thing={{ objectName: PERSON, id: personId }} />
}
