import { call, Id, Paging } from '@millrace/kit/contract'
import { z } from 'zod'
import { Encoding, FieldMapping, Import, Preview, RefusedRow, Strategy } from './import.ts'

export const createUploadUrl = call({
  method: 'POST',
  path: '/v1/imports/upload-url',
  scopes: ['people:write'],
  body: z.object({ fileName: z.string().max(255).optional() }).optional(),
  /** The file goes to `url` by PUT within an hour, without credentials; `key` names it afterwards. */
  returns: z.object({ url: z.string(), key: z.string() }),
  summary: 'An address to upload a CSV file to',
  fail: 'Error while importing.',
})

export const previewImport = call({
  method: 'POST',
  path: '/v1/imports/preview',
  scopes: ['people:write'],
  /** `encoding` where the guess was wrong. */
  body: z.object({ peopleFileKey: z.string().max(200), encoding: Encoding.optional() }),
  returns: z.object({ preview: Preview }),
  summary: 'What an uploaded file looks like: columns, first rows, guesses',
  fail: "We couldn't process the import.",
  addition: true,
})

export const createImport = call({
  method: 'POST',
  path: '/v1/imports',
  scopes: ['people:write'],
  body: z.object({
    name: z.string().trim().max(255).optional(),
    peopleFileKey: z.string({ error: 'No people to import.' }).min(1, 'No people to import.').max(200),
    numPeople: z.number().int().min(0).optional(),
    encoding: Encoding.optional(),
    fieldMapping: FieldMapping.optional(),
    tags: z.array(z.string()).max(100).optional(),
    existingPeopleStrategy: Strategy.optional(),
  }),
  returns: z.object({ id: z.number() }),
  summary: 'Bring in the people of an uploaded file',
  fail: "We couldn't process the import.",
})

export const listImports = call({
  method: 'GET',
  path: '/v1/imports',
  scopes: ['people:read'],
  query: z.object(Paging),
  returns: z.object({ imports: z.array(Import) }),
  summary: 'All imports, newest first',
  fail: 'Error while loading your imports.',
})

export const getImport = call({
  method: 'GET',
  path: '/v1/imports/{id}',
  scopes: ['people:read'],
  params: z.object({ id: Id }),
  returns: z.object({ import: Import, refusedRows: z.array(RefusedRow), headers: z.array(z.string()) }),
  summary: 'One import with its figures and its first refused rows',
  fail: 'Error while loading your import.',
})

export const downloadRefusedRows = call({
  method: 'GET',
  path: '/v1/imports/{id}/refused',
  scopes: ['people:read'],
  params: z.object({ id: Id }),
  stream: 'text',
  summary: 'The refused rows as a CSV file, each with its reason',
  fail: 'Error while loading your import.',
  addition: true,
})

export const cancelImport = call({
  method: 'POST',
  path: '/v1/imports/{id}/cancel',
  scopes: ['people:write'],
  params: z.object({ id: Id }),
  returns: z.object({ import: Import }),
  summary: 'Stop an import; people that are in stay in',
  fail: "We couldn't stop the import.",
  addition: true,
})
