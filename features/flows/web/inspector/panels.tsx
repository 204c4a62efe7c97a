import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** What a step's panel is given: the values as they stand in the drawer, and a function that changes some of them. */
export type PanelProps = {
  values: Record<string, unknown>
  change(values: Record<string, unknown>): void
  /** What is wrong, by setting. */
  problemOf(field: string): string | undefined
}

type Panel = LazyExoticComponent<ComponentType<PanelProps>>

/** The settings form of every step type, by operation key; each is loaded when it is opened. */
export const PANELS: Record<string, Panel> = {
  '/event': lazy(() => import('../../steps/event/event.panel.tsx')),
  '/tag': lazy(() => import('../../steps/tag/tag.panel.tsx')),
  '/segment-trigger': lazy(() => import('../../steps/segment-trigger/segmentTrigger.panel.tsx')),
  '/condition': lazy(() => import('../../steps/condition/condition.panel.tsx')),
  '/segment': lazy(() => import('../../steps/segment/segment.panel.tsx')),
  '/has-tag': lazy(() => import('../../steps/has-tag/hasTag.panel.tsx')),
  '/send': lazy(() => import('../../steps/send/send.panel.tsx')),
  '/delay-v2': lazy(() => import('../../steps/delay/delay.panel.tsx')),
  '/delay': lazy(() => import('../../steps/delay/delay.panel.tsx')),
  '/add-tag': lazy(() => import('../../steps/add-tag/addTag.panel.tsx')),
  '/remove-tag': lazy(() => import('../../steps/remove-tag/removeTag.panel.tsx')),
  '/change-field': lazy(() => import('../../steps/change-field/changeField.panel.tsx')),
  '/goal': lazy(() => import('../../steps/goal/goal.panel.tsx')),
  '/end-flow': lazy(() => import('../../steps/end-flow/endFlow.panel.tsx')),
}
