import type { Tx } from '@millrace/kit/server'
import type { Use } from '@millrace/people/contract'
import type { SystemMail } from '@millrace/people/server'
import type { ObjectCondition } from './verbs/listObjects.ts'

/** Somewhere a field of a kind of objects is named. */
export type ObjectFieldMention = { schemaId: number; name: string; use: Use }

/** What objects ask of higher features. */
export type ObjectPorts = {
  /**
   * SQL over `objects o` that is true for the objects of a segment, with parameters numbered from `firstParameter`;
   * undefined where there is no such segment of that kind. Without it there are no segments of objects.
   */
  objectsInSegment?: (
    tx: Tx,
    accountId: number,
    segmentId: number,
    objectName: string,
    firstParameter: number,
  ) => Promise<ObjectCondition | undefined>
  /** Sends a mail in the caller's transaction. Without it an export tells nobody. */
  sendSystemMail?: (tx: Tx, mail: SystemMail) => Promise<void>
  /** What would break if a kind of object or an association went. */
  usesOf?: (tx: Tx, accountId: number, what: { objectName: string } | { associationId: number }) => Promise<Use[]>
  /** Everywhere fields of objects are named. */
  fieldMentions?: (tx: Tx, accountId: number) => Promise<ObjectFieldMention[]>
  /** Whether the account's plan covers kinds of its own; without it all do. */
  allowsCustom?: (tx: Tx, accountId: number) => Promise<boolean>
}
