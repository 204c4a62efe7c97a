import type { Handlers } from '@millrace/kit/server'
import type { broadcastsContract } from '../contract/index.ts'
import { readFigures } from './figures/readFigures.ts'
import { readResults } from './figures/readResults.ts'
import { audienceSlice } from './people/audienceSlice.ts'
import { exportBroadcastPeople } from './people/exportPeople.ts'
import { listBroadcastPeople } from './people/listPeople.ts'
import type { Broadcasts } from './ports.ts'
import { checkBroadcast } from './verbs/checkBroadcast.ts'
import { archiveBroadcast, createBroadcast, getBroadcast, updateBroadcast } from './verbs/editBroadcast.ts'
import { listBroadcasts } from './verbs/listBroadcasts.ts'
import { pickWinner } from './verbs/pickWinner.ts'
import { sendBroadcast } from './verbs/sendBroadcast.ts'
import { cancelBroadcast, pauseBroadcast, resumeBroadcast } from './verbs/stopBroadcast.ts'

/** Calls to verbs. */
export const broadcastHandlers = (broadcasts: Broadcasts): Handlers<typeof broadcastsContract> => ({
  listBroadcasts: ({ query }, { accountId }) => listBroadcasts(broadcasts.house, accountId, query),
  createBroadcast: async ({ body }, by) => ({ item: await createBroadcast(broadcasts.house, by, body?.name) }),
  getBroadcast: async ({ params }, { accountId }) => ({
    item: await getBroadcast(broadcasts.house, accountId, params.id),
  }),
  updateBroadcast: async ({ params, body }, by) => ({ item: await updateBroadcast(broadcasts, by, params.id, body) }),
  checkBroadcast: async ({ params }, { accountId }) => ({
    problems: await checkBroadcast(broadcasts.house, accountId, params.id),
  }),
  archiveBroadcast: ({ params }, { accountId }) => archiveBroadcast(broadcasts, accountId, params.id),
  sendBroadcast: async ({ params }, { accountId }) => ({ item: await sendBroadcast(broadcasts, accountId, params.id) }),
  cancelBroadcast: async ({ params }, { accountId }) => ({
    item: await cancelBroadcast(broadcasts, accountId, params.id),
  }),
  broadcastStatus: async ({ params }, { accountId }) => {
    const { id, status } = await getBroadcast(broadcasts.house, accountId, params.id)
    return { item: { id, status } }
  },
  countEntered: async ({ params }, { accountId }) => ({
    count: (await getBroadcast(broadcasts.house, accountId, params.id)).peopleEntered,
  }),
  pauseBroadcast: async ({ params }, { accountId }) => ({
    item: await pauseBroadcast(broadcasts, accountId, params.id),
  }),
  resumeBroadcast: async ({ params }, { accountId }) => ({
    item: await resumeBroadcast(broadcasts, accountId, params.id),
  }),
  pickWinner: async ({ params, body }, { accountId }) => ({
    item: await pickWinner(broadcasts.house, accountId, params.id, body.variantId),
  }),
  broadcastAudience: ({ params, query }, { accountId }) =>
    audienceSlice(broadcasts, accountId, params.id, query.after ?? 0),
  broadcastFigures: async ({ query }, { accountId }) => ({
    figures: await readFigures(broadcasts.house, accountId, query.ids),
  }),
  broadcastResults: async ({ params }, { accountId }) => ({
    results: await readResults(broadcasts.house, accountId, params.id),
  }),
  listBroadcastPeople: ({ params, query }, { accountId }) =>
    listBroadcastPeople(broadcasts, accountId, params.id, query),
  exportBroadcastPeople: ({ params, body }, by) => exportBroadcastPeople(broadcasts, by, params.id, body),
})
