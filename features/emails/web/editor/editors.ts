import { type ComponentType, lazy } from 'react'
import type { EditorType } from '../../contract/email.ts'
import { BlockEditor } from './BlockEditor.tsx'

/** The editor of each type of content; content of a type without one is only shown. */
export const EDITORS: Partial<Record<EditorType, ComponentType<{ isNarrow: boolean }>>> = {
  unlayer: BlockEditor,
  visual: lazy(() => import('../visual/VisualEditor.tsx')),
  preview: lazy(() => import('../source/SourceEditor.tsx')),
  richtext: lazy(() => import('../richtext/RichTextEditor.tsx')),
}

/** Unlayer's own editor, where the installation offers it. */
export const VendorEditor = lazy(() => import('../vendor/VendorEditor.tsx'))
