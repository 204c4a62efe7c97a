import type { FeatureServer, House, Tx } from '@millrace/kit/server'
import { segmentsContract } from '../contract/index.ts'
import { buildSegment, startBuild } from './membership/buildSegment.ts'
import { forgetLeft } from './membership/forgetLeft.ts'
import { loadRegister } from './membership/register.ts'
import { segmentsReactor } from './membership/segmentsReactor.ts'
import { sweepLoop } from './membership/sweepLoop.ts'
import { objectMemberships, personMemberships } from './personMemberships.ts'
import type { SegmentPorts } from './ports.ts'
import { openPreviews } from './read/preview.ts'
import { readSegment, readUncounted } from './read/readSegments.ts'
import { segmentPeople, segmentPeopleIds } from './read/segmentPeople.ts'
import { checkTree } from './rules/checkSegment.ts'
import { createSegment } from './verbs/createSegment.ts'
import { deleteSegment } from './verbs/deleteSegment.ts'
import { explainSegment, explainSegmentObject } from './verbs/explainSegment.ts'
import { listSegments } from './verbs/listSegments.ts'
import { listSegmentUses } from './verbs/listSegmentUses.ts'
import { previewSegment } from './verbs/previewSegment.ts'
import { segmentGrowth } from './verbs/segmentGrowth.ts'
import { suggestValues } from './verbs/suggestValues.ts'
import { updateSegment } from './verbs/updateSegment.ts'

/** What other features ask of segments. */
export type SegmentsDoor = {
  /** The ids of a segment's people above `after`, in order; 404 where there is no such segment. */
  peopleOfSegment(tx: Tx, accountId: number, segmentId: number, after: number, limit: number): Promise<number[]>
  /** Works out anew who is in every segment of an account, after people came by another way than through changes. */
  rebuildAll(tx: Tx, accountId: number): Promise<void>
}

/** Segments on the house: their calls, the reactor that keeps members, builds and sweeps. */
export const openSegments = (
  house: House,
  ports: SegmentPorts = {},
): FeatureServer<typeof segmentsContract> & SegmentsDoor => {
  const show = openPreviews(house, ports.goalSql)
  return {
    contract: segmentsContract,
    handlers: {
      listSegments: async ({ query }, { accountId }) => ({
        segments: await listSegments(house, accountId, query.objectName),
      }),
      createSegment: async ({ body }, { accountId }) => ({ segment: await createSegment(house, accountId, body) }),
      previewConditions: async ({ body }, { accountId }) => {
        checkTree(body.conditions)
        return { preview: await show(accountId, body.conditions, body.objectName) }
      },
      suggestValues: async ({ query }, { accountId }) => ({
        values: await suggestValues(house, accountId, query),
      }),
      listGoals: async (_input, { accountId }) => ({
        goals: await house.db.account(accountId, async (tx) => (await ports.goalsOf?.(tx, accountId)) ?? []),
      }),
      previewSegment: async ({ params }, { accountId }) => ({
        segment: await previewSegment(house, accountId, params.id, show),
      }),
      listSegmentPeople: async ({ params, query }, { accountId }) => {
        const segment = await house.db.account(accountId, (tx) => readSegment(tx, house, accountId, params.id))
        return segmentPeople(house, segment, query, ports.goalSql)
      },
      updateSegment: async ({ params, body }, { accountId }) => ({
        segment: await updateSegment(house, accountId, params.id, body),
      }),
      listObjectSegments: async ({ params }, { accountId }) => ({
        segments: await objectMemberships(house, accountId, params),
      }),
      listPersonSegments: async ({ params }, { accountId }) => ({
        segments: await personMemberships(house, accountId, params.id),
      }),
      deleteSegment: ({ params }, { accountId }) => deleteSegment(house, accountId, params.id),
      explainSegmentObject: ({ params }, { accountId }) =>
        explainSegmentObject(house, accountId, params.id, params.objectId, ports),
      explainSegment: ({ params }, { accountId }) =>
        explainSegment(house, accountId, params.id, params.personId, ports),
      listSegmentUses: async ({ params }, { accountId }) => ({
        uses: await listSegmentUses(house, accountId, params.id, ports),
      }),
      segmentGrowth: async ({ params, query }, { accountId }) => ({
        days: await segmentGrowth(house, accountId, params.id, query.days ?? 90),
      }),
    },
    rebuildAll: async (tx, accountId) => {
      const { segments } = await loadRegister(tx, accountId, house.clock.now(), ports.goalSql)
      for (const { id, definition } of segments) await startBuild(tx, house, { accountId, segmentId: id, definition })
    },
    peopleOfSegment: async (tx, accountId, segmentId, after, limit) => {
      const segment = await readUncounted(tx, house, accountId, segmentId)
      return segmentPeopleIds(tx, house, segment, { after, limit }, ports.goalSql)
    },
    reactors: [segmentsReactor(house, ports.goalSql)],
    jobs: [buildSegment(house, ports.goalSql), forgetLeft(house)],
    loops: [sweepLoop(house, ports.goalSql)],
  }
}
