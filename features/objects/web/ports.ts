import type { LazyScreen } from '@millrace/kit/web'

/** Chooses among the segments of a kind. */
export type SegmentChoice = LazyScreen<{
  objectName: string
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}>

let choice: SegmentChoice | undefined

/** Gives the lists of objects their segments; the app does this once. */
export const plugSegmentChoice = (given: SegmentChoice): void => {
  choice = given
}

/** What chooses among the segments of a kind, where there is anything. */
export const segmentChoice = (): SegmentChoice | undefined => choice
