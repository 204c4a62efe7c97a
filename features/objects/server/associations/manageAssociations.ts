import type { House } from '@millrace/kit/server'
import type { Association, NewAssociation } from '../../contract/index.ts'
import type { ObjectPorts } from '../ports.ts'
import { findKind } from '../schemas/schemaRows.ts'
import { refuseUsed } from '../schemas/uses.ts'
import { findAssociation, makeAssociation, toAssociation } from './associationTypes.ts'

/** Marks an association as going. */
const MARK = `update association_types set deleted_at = $3 where account_id = $1 and id = $2`

/** Makes a way in which two kinds can be tied together; the first between two kinds is their default. */
export const createAssociation = (house: House, accountId: number, wanted: NewAssociation): Promise<Association> =>
  house.db.account(accountId, async (tx) => {
    const from = await findKind(tx, house, accountId, wanted.fromObject)
    const to = await findKind(tx, house, accountId, wanted.toObject)
    const name = wanted.name || `${from.name} – ${to.name}`
    return toAssociation(await makeAssociation(tx, house, accountId, { name, type: wanted.type ?? 'M:M', from, to }))
  })

/** Deletes an association; its ties go in the background. 409 where something uses it. */
export const deleteAssociation = (house: House, ports: ObjectPorts, accountId: number, id: number): Promise<void> =>
  house.db.account(accountId, async (tx) => {
    await findAssociation(tx, accountId, id)
    refuseUsed((await ports.usesOf?.(tx, accountId, { associationId: id })) ?? [])
    await tx.run(MARK, [accountId, id, house.clock.now()])
    await house.jobs.add(tx, 'objects.clearAssociation', { accountId, associationId: id })
  })
