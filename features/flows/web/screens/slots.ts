import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Flow, FlowLife, Names } from '../../contract/index.ts'
import type { CanvasEdits } from '../canvas/edits.ts'
import type { Overlay } from '../canvas/overlay.ts'
import type { CanvasStore } from '../canvas/store.ts'

/** What everything that plugs into the screen of a flow can know and ask. */
export type FlowSlotProps = {
  flow: Flow
  isReadOnly: boolean
  /** The canvas's document, its ids and its way to the server; the document's keys are not ids: ask `store.idOf` and `store.keyOf`. */
  store: CanvasStore
  /** Linking, exits, deleting: with the questions that belong to them. */
  edits: CanvasEdits
  names: Names
  /** Who else has the flow open, and at which step. */
  present: FlowLife['present']
  /** A step by id, in words. */
  stepName(stepId: number): string
  /** Selects a step and brings it into view. */
  goTo(stepId: number): void
  /** The selected step's id. */
  stepId?: number
  /** Looks at something on the canvas instead of editing; undefined ends that. */
  setOverlay(overlay: Overlay | undefined): void
  /** Opens a panel or a dialog of the lists below by its name (`?panel=`); undefined closes whatever is open. `about` is the name's object (`?about=`). */
  open(name: string | undefined, about?: string): void
  /** What `open` was told besides the name. */
  about?: string
}

/** A panel or a dialog: shown while the address says its name, told to close. */
export type FlowPanelProps = FlowSlotProps & { onClose(): void }

type Lazy<P> = LazyExoticComponent<ComponentType<P>>

/** Buttons at the right of the bar above the canvas, in this order. */
export const HEADER_ACTIONS: readonly { name: string; isForEditors?: boolean; part: Lazy<FlowSlotProps> }[] = [
  { name: 'health', part: lazy(() => import('../health/HealthButton.tsx')) },
  { name: 'present', part: lazy(() => import('../outline/Present.tsx')) },
  { name: 'outline', part: lazy(() => import('../outline/OutlineButton.tsx')) },
  { name: 'dry-run', part: lazy(() => import('../dry/DryRunButton.tsx')) },
]

/** Lines of the flow's menu (`…`), above "Delete flow". */
export const MENU_ITEMS: readonly { name: string; isForEditors?: boolean; part: Lazy<FlowSlotProps> }[] = [
  { name: 'versions', part: lazy(() => import('../versions/VersionsItem.tsx')) },
  { name: 'trace', part: lazy(() => import('../trace/TraceItem.tsx')) },
  { name: 'image', part: lazy(() => import('../image/ImageItems.tsx')) },
  { name: 'share', isForEditors: true, part: lazy(() => import('../share/ShareMenuItems.tsx')) },
]

/** What stands over the canvas without covering it; always there. */
export const CANVAS_PARTS: readonly { name: string; part: Lazy<FlowSlotProps> }[] = [
  { name: 'walks', part: lazy(() => import('../health/Walks.tsx')) },
]

/** Panels and dialogs by their name in the address. A panel stands beside the canvas (use `Drawer`), a dialog over it (`Modal`). */
export const PANELS: Readonly<Record<string, Lazy<FlowPanelProps>>> = {
  settings: lazy(() => import('../dialogs/FlowSettings.tsx')),
  outline: lazy(() => import('../outline/Outline.tsx')),
  share: lazy(() => import('../share/ShareDialog.tsx')),
  copy: lazy(() => import('../share/CopyPanel.tsx')),
  health: lazy(() => import('../health/HealthPanel.tsx')),
  history: lazy(() => import('../people/FlowHistory.tsx')),
  versions: lazy(() => import('../versions/VersionsPanel.tsx')),
  trace: lazy(() => import('../trace/TracePanel.tsx')),
  'dry-run': lazy(() => import('../dry/DryRunPanel.tsx')),
}
