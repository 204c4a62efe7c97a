import { lazy } from 'react'

/** The settings forms of the steps that decide or change something, by operation key; each is loaded when it is opened. */
export const DECIDING_PANELS = {
  '/field-changed': lazy(() => import('../field-changed/fieldChanged.panel.tsx')),
  '/email-trigger-v2': lazy(() => import('../email-trigger/emailTrigger.panel.tsx')),
  '/email-trigger': lazy(() => import('../email-trigger/emailTrigger.panel.tsx')),
  '/email-activity': lazy(() => import('../email-activity/emailActivity.panel.tsx')),
  '/page-visited': lazy(() => import('../page-visited/pageVisited.panel.tsx')),
}
