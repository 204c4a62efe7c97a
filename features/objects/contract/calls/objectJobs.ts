import { call, Id } from '@millrace/kit/contract'
import { BulkReply } from '@millrace/people/contract'
import { z } from 'zod'
import { ObjectAction, ObjectJob, ObjectSelection } from '../objectJob.ts'

const name = z.string().min(1).max(100)
const EXPORT = 'Error while exporting objects.'

export const changeManyObjects = call({
  method: 'POST',
  path: '/v1/objects/{objectName}/bulk',
  scopes: ['people:write'],
  params: z.object({ objectName: name }),
  /** `fields`: what `set` sets, by name; null empties. */
  body: ObjectSelection.extend({ action: ObjectAction, fields: z.record(z.string().max(255), z.unknown()).optional() }),
  /** `changed`: how many were, where it was done at once. */
  returns: BulkReply.extend({ changed: z.number() }),
  summary:
    'Archive objects, bring them back, delete them for good or set fields of them: named ones or all; ids that are not there count for nothing',
  fail: 'Error while saving object.',
  addition: true,
})

export const exportObjects = call({
  method: 'POST',
  path: '/v1/objects/{objectName}/export',
  scopes: ['people:export'],
  params: z.object({ objectName: name }),
  /** The link is mailed to `notifyEmail`, else to the caller. `attributes` names the fields to write; without it all are. */
  body: ObjectSelection.extend({
    notifyEmail: z.string().max(320).optional(),
    attributes: z.array(z.string().max(255)).max(1000).optional(),
  }),
  returns: BulkReply,
  summary: 'Write objects of a kind to a CSV file and mail a link to it: named ones, a segment or all',
  fail: EXPORT,
  addition: true,
})

export const listObjectJobs = call({
  method: 'GET',
  path: '/v1/object-jobs',
  scopes: ['people:read'],
  returns: z.object({ jobs: z.array(ObjectJob) }),
  summary: 'Work on many objects: what goes on, and what ended in the last day, newest first',
  fail: 'Error while loading objects.',
  addition: true,
})

export const cancelObjectJob = call({
  method: 'POST',
  path: '/v1/object-jobs/{id}/cancel',
  scopes: ['people:read'],
  params: z.object({ id: Id }),
  returns: z.object({ job: ObjectJob }),
  summary: 'Stop work on many objects; what is done stays done',
  fail: "We couldn't stop it.",
  addition: true,
})

export const downloadObjectExport = call({
  method: 'GET',
  path: '/v1/object-jobs/{id}/file',
  scopes: ['people:export'],
  params: z.object({ id: Id }),
  stream: 'text',
  summary: 'The CSV file of an export of objects',
  fail: EXPORT,
  addition: true,
})

export const openObjectExportLink = call({
  method: 'GET',
  path: '/v1/object-jobs/export',
  auth: 'public',
  query: z.object({ token: z.string().max(1000) }),
  stream: 'text',
  summary: 'The CSV file of an export of objects, by the link that was mailed',
  fail: EXPORT,
  limit: { max: 60, windowSec: 60 },
  addition: true,
})
