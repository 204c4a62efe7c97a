import { conflict, type Tx } from '@millrace/kit/server'
import type { ObjectPorts } from '../ports.ts'

/** Refuses with 409 where something would break, and says what. */
export const refuseUsed = async (
  tx: Tx,
  { usesOf }: ObjectPorts,
  accountId: number,
  what: { objectName: string } | { associationId: number },
): Promise<void> => {
  const uses = (await usesOf?.(tx, accountId, what)) ?? []
  const [first] = uses
  if (!first) return
  const others = uses.length > 1 ? ` and ${uses.length - 1} more` : ''
  throw conflict(`The ${first.kind} “${first.name}”${others} uses it. Change that first.`)
}
