import { Readable } from 'node:stream'
import type { FeatureServer, House } from '@millrace/kit/server'
import type { PeopleDoor } from '@millrace/people/server'
import { importsContract } from '../contract/index.ts'
import { createUploadUrl, uploadRoutes } from './files/uploads.ts'
import { forgetFiles } from './jobs/forgetFiles.ts'
import { runImport } from './jobs/runImport.ts'
import { watchImports } from './jobs/watchImports.ts'
import { createImport } from './verbs/createImport.ts'
import { previewImport } from './verbs/previewImport.ts'
import { cancelImport, getImport, listImports, refusedRowsCsv } from './verbs/readImports.ts'

export { importNames } from './names/importNames.ts'

/** What imports stand on besides the house. */
export type ImportsPorts = { people: PeopleDoor }

const fileNameOf = (name: string) => `${name.replace(/[^\p{L}\p{N} ._-]/gu, '').trim() || 'import'} - refused rows.csv`

/** Opens bringing people in from CSV files. */
export const openImports = (house: House, { people }: ImportsPorts): FeatureServer<typeof importsContract> => ({
  contract: importsContract,
  handlers: {
    createUploadUrl: ({ body }, { accountId }) => createUploadUrl(house, accountId, body?.fileName),
    previewImport: async ({ body }, { accountId }) => ({
      preview: await previewImport(house, accountId, body.peopleFileKey, body.encoding),
    }),
    createImport: async ({ body }, context) => ({ id: await createImport(house, people, context, body) }),
    listImports: async ({ query }, { accountId }) => ({ imports: await listImports(house, accountId, query) }),
    getImport: ({ params }, { accountId }) => getImport(house, accountId, params.id),
    cancelImport: async ({ params }, { accountId }) => ({ import: await cancelImport(house, accountId, params.id) }),
    downloadRefusedRows: async ({ params }, { accountId, reply }) => {
      const { name, lines } = await refusedRowsCsv(house, accountId, params.id)
      reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileNameOf(name))}`)
      reply.header('x-content-type-options', 'nosniff').type('text/csv; charset=utf-8')
      await reply.send(Readable.from(lines))
      return lines
    },
  },
  routes: uploadRoutes(house),
  jobs: [runImport(house, people), forgetFiles(house)],
  loops: [watchImports(house)],
})
