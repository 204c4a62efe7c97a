import { lazy, Suspense } from 'react'
import type { TimePanelProps } from './TimePanel.tsx'

const Panel = lazy(() => import('./TimePanel.tsx'))

/** The panel for times, fetched when one is first opened. */
export const TimePanel = (props: TimePanelProps) => (
  <Suspense fallback={<div style={{ height: 120 }} />}>
    <Panel {...props} />
  </Suspense>
)
