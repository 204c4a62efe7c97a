import type { LazyScreen } from '@millrace/kit/web'

/** Chooses among the segments of a kind. */
export type SegmentChoice = LazyScreen<{
  objectName: string
  /** What the objects are called within a sentence. */
  many: string
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}>

/** Tells of one object on its page, or of a segment above the list of its objects. */
export type ObjectPart = LazyScreen<{ objectName: string; id: number }>

/** What higher features draw; the app fills it in before anything is drawn. */
export const objectPorts: {
  /** Stands above the list of the objects of a kind. */
  Segments?: SegmentChoice
  /** Stands above the list of a segment's objects. */
  ChosenSegment?: ObjectPart
  /** The segments that an object is in, on its page. */
  SegmentsOfObject?: ObjectPart
  /** The flows that an object is in, on its page; for those who may read flows. */
  Flows?: ObjectPart
} = {}
