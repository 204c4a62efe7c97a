import { SegmentsOf } from '../person/SegmentsOf.tsx'

/** The segments of an object. */
export default function SegmentsOfObject(thing: { objectName: string; id: number }) {
  return <SegmentsOf thing={thing} />
}
