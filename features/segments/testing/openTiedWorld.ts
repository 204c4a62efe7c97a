import { objectsDoor } from '@millrace/objects/server'
import type { SegmentPorts } from '../server/ports.ts'
import { openWorld } from './openWorld.ts'

// A kind of objects of the account's own.
const SCHEMA = `insert into object_schemas (account_id, name, display_name_singular, display_name_plural, primary_field, created_at, updated_at)
  values ($1, 'project', 'Project', 'Projects', 'name', $2, $2)`

/** A world with companies that people belong to, and projects of companies. */
export const openTiedWorld = async (ports: SegmentPorts = {}) => {
  const world = await openWorld(ports)
  const { house, accountId } = world
  const objects = objectsDoor(house)
  const at = house.clock.now()
  const { staff, work } = await house.db.system(async (tx) => {
    await objects.seedCompany(tx, accountId)
    await tx.run(SCHEMA, [accountId, at])
    return {
      staff: await objects.defaultAssociation(tx, accountId, 'person', 'company'),
      work: await objects.defaultAssociation(tx, accountId, 'company', 'project'),
    }
  })
  const put = async (objectName: string, items: { id?: number; fields: Record<string, unknown> }[]) => {
    const done = await house.db.system((tx) =>
      objects.upsertObjects(tx, accountId, objectName, items, { source: 'api', createFields: true }),
    )
    return done.map(({ objectId }) => objectId)
  }
  const pairOf = (one: number, other: number) => [{ fromId: one, toId: other }]
  return {
    ...world,
    objects,
    /** Of people with companies, and of companies with projects. */
    staff,
    work,
    /** Makes or changes objects; answers their ids. */
    put,
    tie: (association: typeof staff, one: number, other: number) =>
      house.db.system((tx) => objects.associate(tx, accountId, association.id, pairOf(one, other))),
    cut: (association: typeof staff, one: number, other: number) =>
      house.db.system((tx) => objects.dissociate(tx, accountId, association.id, pairOf(one, other))),
    /** The objects stored as being in a segment. */
    objectMembers: (segmentId: number) =>
      house.db.system(async (tx) => {
        const rows = await tx.rows<{ id: number }>(
          'select object_id as id from segment_objects where account_id = $1 and segment_id = $2 and left_at is null order by object_id',
          [accountId, segmentId],
        )
        return rows.map(({ id }) => id)
      }),
  }
}
