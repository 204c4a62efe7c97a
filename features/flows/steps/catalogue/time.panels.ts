import { lazy } from 'react'

/** The settings forms of the triggers that start by the clock, by operation key. */
export const TIME_PANELS = {
  '/time': lazy(() => import('../time/time.panel.tsx')),
  '/recurring-time': lazy(() => import('../recurring-time/recurringTime.panel.tsx')),
  '/date-field': lazy(() => import('../date-field/dateField.panel.tsx')),
  '/annual': lazy(() => import('../annual/annual.panel.tsx')),
}
