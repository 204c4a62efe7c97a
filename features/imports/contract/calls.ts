import { call, Id, Paging } from '@millrace/kit/contract'
import { z } from 'zod'
import {
  Delimiter,
  Encoding,
  FieldMapping,
  Import,
  ImportCheck,
  KeptPerson,
  Preview,
  RefusedRow,
  Strategy,
} from './import.ts'

const NewImport = {
  name: z.string().trim().max(255).optional(),
  peopleFileKey: z.string({ error: 'No people to import.' }).min(1, 'No people to import.').max(200),
  numPeople: z.number().int().min(0).optional(),
  encoding: Encoding.optional(),
  delimiter: Delimiter.optional(),
  /** Whether the first row names the columns; so unless told. */
  hasHeader: z.boolean().optional(),
  fieldMapping: FieldMapping.optional(),
  tags: z.array(z.string()).max(100).optional(),
  existingPeopleStrategy: Strategy.optional(),
}

const OneImport = { params: z.object({ id: Id }), returns: z.object({ import: Import }) }

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
  /** `encoding`, `delimiter` and `hasHeader` where the guess was wrong. */
  body: z.object({
    peopleFileKey: z.string().max(200),
    encoding: Encoding.optional(),
    delimiter: Delimiter.optional(),
    hasHeader: z.boolean().optional(),
  }),
  returns: z.object({ preview: Preview }),
  summary: 'What an uploaded file looks like: columns, first rows, guesses',
  fail: "We couldn't process the import.",
  addition: true,
})

export const createImport = call({
  method: 'POST',
  path: '/v1/imports',
  scopes: ['people:write'],
  /** `checkId`: the check that it is started from; a second start from the same check answers the first one's import. */
  body: z.object({ ...NewImport, checkId: Id.optional() }),
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
  returns: z.object({
    import: Import,
    refusedRows: z.array(RefusedRow),
    headers: z.array(z.string()),
    keptPeople: z.array(KeptPerson),
  }),
  summary: 'One import with its figures, its first refused rows and the first people whom taking back left alone',
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

export const downloadKeptPeople = call({
  method: 'GET',
  path: '/v1/imports/{id}/kept',
  scopes: ['people:read'],
  params: z.object({ id: Id }),
  stream: 'text',
  summary: 'The people whom taking an import back left as they are, each with the reason, as a CSV file',
  fail: 'Error while loading your import.',
  addition: true,
})

export const cancelImport = call({
  method: 'POST',
  path: '/v1/imports/{id}/cancel',
  scopes: ['people:write'],
  params: OneImport.params,
  returns: OneImport.returns,
  summary: 'Stop an import; people that are in stay in',
  fail: "We couldn't stop the import.",
  addition: true,
})

export const pauseImport = call({
  method: 'POST',
  path: '/v1/imports/{id}/pause',
  scopes: ['people:write'],
  params: OneImport.params,
  returns: OneImport.returns,
  summary: 'Let an import rest; it can go on where it was',
  fail: "We couldn't pause the import.",
  addition: true,
})

export const resumeImport = call({
  method: 'POST',
  path: '/v1/imports/{id}/resume',
  scopes: ['people:write'],
  params: OneImport.params,
  returns: OneImport.returns,
  summary: 'Let a paused import go on where it was',
  fail: "We couldn't go on with the import.",
  addition: true,
})

export const undoImport = call({
  method: 'POST',
  path: '/v1/imports/{id}/undo',
  scopes: ['people:write'],
  params: OneImport.params,
  returns: OneImport.returns,
  summary: 'Take an import back: remove people that it made, restore what it changed, leave what was touched since',
  fail: "We couldn't undo the import.",
  addition: true,
})

export const checkImport = call({
  method: 'POST',
  path: '/v1/imports/checks',
  scopes: ['people:write'],
  body: z.object(NewImport),
  returns: z.object({ id: z.number() }),
  summary: 'Find out what an import would do, by reading the whole file',
  fail: "We couldn't process the import.",
  addition: true,
})

export const getImportCheck = call({
  method: 'GET',
  path: '/v1/imports/checks/{id}',
  scopes: ['people:read'],
  params: z.object({ id: Id }),
  returns: z.object({ check: ImportCheck, refusedRows: z.array(RefusedRow), headers: z.array(z.string()) }),
  summary: 'How far a check is, and what it has found',
  fail: 'Error while loading your import.',
  addition: true,
})

export const cancelImportCheck = call({
  method: 'POST',
  path: '/v1/imports/checks/{id}/cancel',
  scopes: ['people:write'],
  params: z.object({ id: Id }),
  status: 204,
  summary: 'Stop a check',
  fail: "We couldn't stop the import.",
  addition: true,
})
