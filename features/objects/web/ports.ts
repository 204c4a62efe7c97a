import type { LazyScreen } from '@millrace/kit/web'

/** Chooses among the segments of a kind. */
export type SegmentChoice = LazyScreen<{
  objectName: string
  /** What the objects are called within a sentence. */
  many: string
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}>

/** What higher features draw; the app fills it in before anything is drawn. */
export const objectPorts: {
  /** Stands above the list of the objects of a kind. */
  Segments?: SegmentChoice
} = {}
