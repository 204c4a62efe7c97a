import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'
import { BulkReply, Selection } from './person.ts'

export const exportPeople = call({
  method: 'POST',
  path: '/v1/people/export',
  scopes: ['people:export'],
  /** The link is mailed to `notifyEmail`, else to the caller. `attributes` names the fields to write; without it all are. */
  body: Selection.extend({
    notifyEmail: z.string().max(320).optional(),
    attributes: z.array(z.string().max(255)).max(1000).optional(),
  }),
  returns: BulkReply,
  summary: 'Write people to a CSV file and mail a link to it: a list, a segment or all',
  fail: 'Error while exporting people.',
})

export const downloadExport = call({
  method: 'GET',
  path: '/v1/people/jobs/{id}/file',
  scopes: ['people:export'],
  params: z.object({ id: Id }),
  stream: 'text',
  summary: 'The CSV file of an export',
  fail: 'Error while exporting people.',
  addition: true,
})

export const openExportLink = call({
  method: 'GET',
  path: '/v1/people/export',
  auth: 'public',
  query: z.object({ token: z.string().max(1000) }),
  stream: 'text',
  summary: 'The CSV file of an export, by the link that was mailed',
  fail: 'Error while exporting people.',
  limit: { max: 60, windowSec: 60 },
  addition: true,
})
