import { lazyScreen } from '@millrace/kit/web'
import type { Explanation } from '../contract/index.ts'
import type { ConditionBuilderProps } from './builder/ConditionBuilder.tsx'

/** People by segment, with the rail of segments. */
export const SegmentList = lazyScreen(() => import('./screens/SegmentList.tsx'))
/** One segment in the builder; at `/segments/new` a new one. */
export const SegmentScreen = lazyScreen(() => import('./screens/SegmentScreen.tsx'))
/** Builds conditions that read as a sentence; for segments, filters and triggers. */
export const ConditionBuilder = lazyScreen<ConditionBuilderProps>(() => import('./builder/ConditionBuilder.tsx'))
/** The segments of a person, and why; a part of a person's page. */
export const PersonSegments = lazyScreen<{ personId: number }>(() => import('./person/PersonSegments.tsx'))
/** The segments of a kind of objects, above their list. */
export const ObjectSegments = lazyScreen<{
  objectName: string
  many: string
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}>(() => import('./objects/ObjectSegments.tsx'))
/** Says what a segment of objects is, above the list of its objects: its conditions, how it grew, and why something is in it. */
export const ChosenSegment = lazyScreen<{ objectName: string; id: number }>(() => import('./objects/ChosenSegment.tsx'))
/** The segments of an object, and why; a part of its page. */
export const SegmentsOfObject = lazyScreen<{ objectName: string; id: number }>(
  () => import('./objects/SegmentsOfObject.tsx'),
)
/** Conditions for one person, each met or not; `explanation` as the explain call answers it. */
export const WhyTree = lazyScreen<{ explanation: Explanation }>(() => import('./person/WhyTree.tsx'))

export type { ConditionBuilderProps, Subject } from './builder/ConditionBuilder.tsx'
export { conditionPorts, type EmailChoice, type EmailList } from './ports.ts'
export { useSegmentsOf } from './useSegmentsOf.ts'
