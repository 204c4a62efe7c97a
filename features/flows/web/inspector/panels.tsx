import type { ComponentType, LazyExoticComponent } from 'react'
import { CORE_PANELS } from '../../steps/catalogue/core.panels.ts'
import { DECIDING_PANELS } from '../../steps/catalogue/deciding.panels.ts'
import { OUTSIDE_PANELS } from '../../steps/catalogue/outside.panels.ts'
import { TIME_PANELS } from '../../steps/catalogue/time.panels.ts'

/** What a step's panel is given: the values as they stand in the drawer, and a function that changes some of them. */
export type PanelProps = {
  values: Record<string, unknown>
  change(values: Record<string, unknown>): void
  /** What is wrong, by setting. */
  problemOf(field: string): string | undefined
  /** The step's id, once it has one. */
  stepId?: number
  isReadOnly: boolean
}

type Panel = LazyExoticComponent<ComponentType<PanelProps>>

/** The settings form of every step type of ours, by operation key. */
export const PANELS: Readonly<Record<string, Panel>> = {
  ...CORE_PANELS,
  ...DECIDING_PANELS,
  ...TIME_PANELS,
  ...OUTSIDE_PANELS,
}
