import { type ComponentType, lazy } from 'react'
import { BodyPanel } from './BodyPanel.tsx'
import { ContentPanel } from './ContentPanel.tsx'

/** The panels at the left of the mail, in their order; what is not asked for at once is loaded when it is opened. */
export const PANELS: readonly { key: string; label: string; Panel: ComponentType }[] = [
  { key: 'content', label: 'Content', Panel: ContentPanel },
  { key: 'rows', label: 'Rows', Panel: lazy(() => import('./SavedRowsPanel.tsx')) },
  { key: 'body', label: 'Body', Panel: BodyPanel },
  { key: 'images', label: 'Images', Panel: lazy(() => import('./ImagesPanel.tsx')) },
]
