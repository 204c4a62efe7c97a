import type { DesignValues } from '../../../contract/design.ts'

/** A kind of block that the palette offers: its type in designs, what it is called, and how a new one begins. */
export type BlockKind = {
  type: string
  /** Tells blocks of the type `custom` from each other. */
  slug?: string
  name: string
  values: DesignValues
}
