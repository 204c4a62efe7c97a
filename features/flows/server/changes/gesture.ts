import type { House, Tx } from '@millrace/kit/server'
import type { FlowDoors } from '../doors.ts'
import type { Edited, Editor } from '../verbs/editFlow.ts'

/** What a gesture works with: one flow, held, in one transaction. */
export type Gesture = {
  tx: Tx
  house: House
  doors: FlowDoors
  editor: Editor
  flow: Edited
  now: Date
  /** The version before it is kept however young it is: the gesture can be taken back by restoring it. */
  keepsBefore?: boolean
}
