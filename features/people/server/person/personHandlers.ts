import { Readable } from 'node:stream'
import type { Handlers, House } from '@millrace/kit/server'
import type { peopleContract } from '../../contract/index.ts'
import { erasePerson } from './erasePerson.ts'
import { listErasures } from './listErasures.ts'
import { mergePeople } from './mergePeople.ts'
import type { PersonParts } from './parts.ts'
import { personData } from './personData.ts'
import { listHoldings, previewMerge } from './previewMerge.ts'

type Calls = Pick<
  typeof peopleContract,
  'previewMerge' | 'mergePeople' | 'exportPersonData' | 'listHoldings' | 'erasePerson' | 'listErasures'
>

/** Merging, exporting and erasing a person. */
export const personHandlers = (house: House, parts: PersonParts): Handlers<Calls> => ({
  previewMerge: ({ params }, { accountId }) => previewMerge(house, parts, accountId, params.id, params.otherId),
  mergePeople: async ({ params, body }, { accountId }) => ({
    user: await mergePeople(house, parts, accountId, { keptId: params.id, goneId: body.otherId, take: body.take }),
  }),
  listHoldings: async ({ params }, { accountId }) => ({
    holdings: await listHoldings(house, parts, accountId, params.id),
  }),
  exportPersonData: async ({ params }, { accountId, reply }) => {
    const pieces = await personData(house, parts, accountId, params.id)
    reply.header('content-disposition', `attachment; filename="person-${params.id}.json"`)
    reply.header('x-content-type-options', 'nosniff').type('application/json; charset=utf-8')
    await reply.send(Readable.from(pieces))
    return pieces
  },
  erasePerson: async ({ params, body }, caller) => ({
    erasure: await erasePerson(house, parts, caller, params.id, body.address),
  }),
  listErasures: ({ query }, { accountId }) => listErasures(house, accountId, query),
})
