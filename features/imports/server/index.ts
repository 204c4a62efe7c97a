import { Readable } from 'node:stream'
import type { FeatureServer, House } from '@millrace/kit/server'
import type { PeopleDoor } from '@millrace/people/server'
import type { FastifyReply } from 'fastify'
import { importsContract } from '../contract/index.ts'
import { createUploadUrl, uploadRoutes } from './files/uploads.ts'
import { forgetFiles } from './jobs/forgetFiles.ts'
import { forgetPerson } from './jobs/forgetPerson.ts'
import { runImport } from './jobs/runImport.ts'
import { watchImports } from './jobs/watchImports.ts'
import { checkImport, createImport } from './verbs/createImport.ts'
import { cancelCheck, cancelImport, pauseImport, resumeImport, undoImport } from './verbs/moveImport.ts'
import { previewImport } from './verbs/previewImport.ts'
import { getCheck, getImport, keptPeopleCsv, listImports, refusedRowsCsv } from './verbs/readImports.ts'

export { importNames } from './names/importNames.ts'

export { personImports } from './personImports.ts'

/** What imports stand on besides the house. */
export type ImportsPorts = { people: PeopleDoor }

const fileNameOf = (name: string) => `${name.replace(/[^\p{L}\p{N} ._-]/gu, '').trim() || 'import'}.csv`

type CsvReply = { name: string; lines: AsyncGenerator<string> }

const sendCsv = async (reply: FastifyReply, { name, lines }: CsvReply) => {
  reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileNameOf(name))}`)
  reply.header('x-content-type-options', 'nosniff').type('text/csv; charset=utf-8')
  await reply.send(Readable.from(lines))
  return lines
}

/** Opens bringing people in from CSV files. */
export const openImports = (house: House, { people }: ImportsPorts): FeatureServer<typeof importsContract> => ({
  contract: importsContract,
  handlers: {
    createUploadUrl: ({ body }, { accountId }) => createUploadUrl(house, accountId, body?.fileName),
    previewImport: async ({ body }, { accountId }) => ({
      preview: await previewImport(house, accountId, body.peopleFileKey, body),
    }),
    createImport: async ({ body }, context) => ({ id: await createImport(house, people, context, body) }),
    listImports: async ({ query }, { accountId }) => ({ imports: await listImports(house, accountId, query) }),
    getImport: ({ params }, { accountId }) => getImport(house, accountId, params.id),
    cancelImport: async ({ params }, { accountId }) => ({ import: await cancelImport(house, accountId, params.id) }),
    pauseImport: async ({ params }, { accountId }) => ({ import: await pauseImport(house, accountId, params.id) }),
    resumeImport: async ({ params }, { accountId }) => ({ import: await resumeImport(house, accountId, params.id) }),
    undoImport: async ({ params }, { accountId }) => ({ import: await undoImport(house, accountId, params.id) }),
    checkImport: async ({ body }, context) => ({ id: await checkImport(house, context, body) }),
    getImportCheck: ({ params }, { accountId }) => getCheck(house, accountId, params.id),
    cancelImportCheck: ({ params }, { accountId }) => cancelCheck(house, accountId, params.id),
    downloadRefusedRows: async ({ params }, { accountId, reply }) =>
      sendCsv(reply, await refusedRowsCsv(house, accountId, params.id)),
    downloadKeptPeople: async ({ params }, { accountId, reply }) =>
      sendCsv(reply, await keptPeopleCsv(house, accountId, params.id)),
  },
  routes: uploadRoutes(house),
  jobs: [runImport(house, people), forgetFiles(house), forgetPerson(house)],
  loops: [watchImports(house)],
})
