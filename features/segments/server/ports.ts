import type { Tx } from '@millrace/kit/server'
import type { Goal, SegmentUse } from '../contract/index.ts'
import type { GoalSql } from './compile/dictionary.ts'

/** What higher features tell segments; the app plugs it in. */
export type SegmentPorts = {
  /** SQL that says whether a person reached a goal; without it, conditions on goals are refused. */
  goalSql?: GoalSql
  /** The goals that conditions can be about. */
  goalsOf?: (tx: Tx, accountId: number) => Promise<Goal[]>
  /** The flows and broadcasts that use a segment. */
  usesOf?: (tx: Tx, accountId: number, segmentId: number) => Promise<SegmentUse[]>
}
