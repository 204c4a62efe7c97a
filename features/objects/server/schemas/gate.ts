import { paymentRequired, type Tx } from '@millrace/kit/server'
import type { ObjectPorts } from '../ports.ts'
import { type SchemaRow, schemaById } from './schemaRows.ts'

/** Whether the account has companies; it has unless it was told otherwise. */
const COMPANY_FEATURE = `
select coalesce((a.settings ->> 'hasCompanyObjectsFeature')::boolean, true) as "has" from accounts a where a.id = $1`

/** Whether companies are offered to an account. */
export const hasCompanies = async (tx: Tx, accountId: number): Promise<boolean> =>
  (await tx.one<{ has: boolean }>(COMPANY_FEATURE, [accountId]))?.has ?? true

/** Refuses with 402 where the account has no companies, or its plan no kinds of its own. Reading is always allowed. */
export const mayWrite = async (
  tx: Tx,
  { allowsCustom }: ObjectPorts,
  accountId: number,
  { isBuiltIn }: Pick<SchemaRow, 'isBuiltIn'>,
): Promise<void> => {
  if (isBuiltIn) {
    if (!(await hasCompanies(tx, accountId))) throw paymentRequired('Companies are not part of your plan.')
  } else if (allowsCustom && !(await allowsCustom(tx, accountId))) {
    throw paymentRequired('Custom objects are not part of your plan.')
  }
}

/** The same for whoever makes something for objects of a kind, by its id. */
export const mayUseKind = async (tx: Tx, ports: ObjectPorts, accountId: number, schemaId: number): Promise<void> => {
  const kind = await schemaById(tx, accountId, schemaId)
  if (kind) await mayWrite(tx, ports, accountId, kind)
}
