import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { stepTypeOf } from '../../contract/index.ts'
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
  /** Whose step it is, and which. */
  serviceId: string
  operationKey: string
}

type Panel = LazyExoticComponent<ComponentType<PanelProps>>

const OURS: Readonly<Record<string, Panel>> = {
  ...CORE_PANELS,
  ...DECIDING_PANELS,
  ...TIME_PANELS,
  ...OUTSIDE_PANELS,
}

const panelsOf = new Map<string, Readonly<Record<string, Panel>>>([['millrace', OURS]])

const FromSchema: Panel = lazy(() => import('./SchemaPanel.tsx'))

/** Gives steps of a service their settings forms, by operation key; steps without one get a form of their settings' schema. */
export const plugStepPanels = (serviceId: string, panels: Readonly<Record<string, Panel>>): void => {
  panelsOf.set(serviceId, panels)
}

type Keyed = { serviceId: string; operationKey: string }

/** The settings form of a step; undefined where its type is not known. */
export const panelOf = ({ serviceId, operationKey }: Keyed): Panel | undefined =>
  panelsOf.get(serviceId)?.[operationKey] ?? (stepTypeOf({ serviceId, operationKey }) ? FromSchema : undefined)
