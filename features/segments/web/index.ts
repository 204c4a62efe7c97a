import { lazyScreen } from '@millrace/kit/web'
import type { ConditionBuilderProps } from './builder/ConditionBuilder.tsx'

/** People by segment, with the rail of segments. */
export const SegmentList = lazyScreen(() => import('./screens/SegmentList.tsx'))
/** One segment in the builder; at `/segments/new` a new one. */
export const SegmentScreen = lazyScreen(() => import('./screens/SegmentScreen.tsx'))
/** Builds conditions that read as a sentence; for segments, filters and triggers. */
export const ConditionBuilder = lazyScreen<ConditionBuilderProps>(() => import('./builder/ConditionBuilder.tsx'))

export type { ConditionBuilderProps, Subject } from './builder/ConditionBuilder.tsx'
export { type ConditionPorts, type EmailChoice, plugConditionPorts } from './ports.ts'
