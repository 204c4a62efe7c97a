import { lazy } from 'react'

/** The settings forms of the steps that every flow is made of, by operation key; each is loaded when it is opened. */
export const CORE_PANELS = {
  '/event': lazy(() => import('../event/event.panel.tsx')),
  '/tag': lazy(() => import('../tag/tag.panel.tsx')),
  '/segment-trigger': lazy(() => import('../segment-trigger/segmentTrigger.panel.tsx')),
  '/condition': lazy(() => import('../condition/condition.panel.tsx')),
  '/segment': lazy(() => import('../segment/segment.panel.tsx')),
  '/has-tag': lazy(() => import('../has-tag/hasTag.panel.tsx')),
  '/send': lazy(() => import('../send/send.panel.tsx')),
  '/delay-v2': lazy(() => import('../delay/delay.panel.tsx')),
  '/delay': lazy(() => import('../delay/delay.panel.tsx')),
  '/add-tag': lazy(() => import('../add-tag/addTag.panel.tsx')),
  '/remove-tag': lazy(() => import('../remove-tag/removeTag.panel.tsx')),
  '/change-field': lazy(() => import('../change-field/changeField.panel.tsx')),
  '/goal': lazy(() => import('../goal/goal.panel.tsx')),
  '/end-flow': lazy(() => import('../end-flow/endFlow.panel.tsx')),
}
