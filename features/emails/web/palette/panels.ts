import { type ComponentType, lazy } from 'react'
import { ContentPanel } from './ContentPanel.tsx'

/** The panels at the left of the mail, in their order; what is not asked for at once is loaded when it is opened. */
export const PANELS: readonly { key: string; label: string; Panel: ComponentType }[] = [
  { key: 'content', label: 'Content', Panel: ContentPanel },
  { key: 'rows', label: 'Rows', Panel: lazy(() => import('./SavedRowsPanel.tsx')) },
  { key: 'body', label: 'Body', Panel: lazy(() => import('./BodyPanel.tsx')) },
  { key: 'images', label: 'Images', Panel: lazy(() => import('./ImagesPanel.tsx')) },
]
