import type { ReactNode } from 'react'
import type { FlowDocument } from './document.ts'

/** How a marked part looks: what comparing tells, the way somebody went, and what is out of it. */
export type MarkTone = 'added' | 'removed' | 'changed' | 'path' | 'wrong' | 'faint'
/** What an overlay says about one step or link. */
export type Mark = {
  tone: MarkTone
  /** A few words at the part: a time, a number, what changed. */
  badge?: string
  /** The same in full, shown on pointing at it and read out. */
  title?: string
}

/**
 * Something looked at on the canvas instead of the flow being edited: a comparison, somebody's way, a dry run. While it is
 * shown nothing can be edited.
 */
export type Overlay = {
  /** What is looked at; stands above the canvas. */
  title: ReactNode
  /** Drawn instead of the flow as it stands; its keys are `keyFor(kind, id)`. */
  document?: FlowDocument
  /** By key of the part. */
  marks: Readonly<Record<string, Mark>>
  /** What happens when a step is chosen; nothing else opens then. */
  onStep?(key: string): void
  /** Back to the flow. */
  onClose(): void
}
