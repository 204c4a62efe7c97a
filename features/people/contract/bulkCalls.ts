import { call, Id } from '@millrace/kit/contract'
import { z } from 'zod'
import { PeopleJob } from './peopleJob.ts'
import { BulkReply, Selection } from './person.ts'

export const archivePeople = call({
  method: 'DELETE',
  path: '/v1/people/bulk',
  scopes: ['people:write'],
  /** With `force` they are deleted for good. */
  query: z.object({ force: z.union([z.boolean(), z.stringbool()]).optional() }),
  body: Selection,
  status: 204,
  summary: 'Archive people, or with force delete them for good: a list, a segment or all',
  fail: 'Error while archiving people.',
})

export const restorePeople = call({
  method: 'POST',
  path: '/v1/people/restore',
  scopes: ['people:write'],
  body: Selection,
  returns: BulkReply,
  summary: 'Bring archived people back: a list, a segment or all',
  fail: 'Error while unarchiving people.',
})

export const restoreAllPeople = call({
  method: 'POST',
  path: '/v1/people/restore/all',
  scopes: ['people:write'],
  returns: BulkReply,
  summary: 'Bring all archived people back',
  fail: 'Error while unarchiving people.',
})

export const listPeopleJobs = call({
  method: 'GET',
  path: '/v1/people/jobs',
  scopes: ['people:read'],
  returns: z.object({ jobs: z.array(PeopleJob) }),
  summary: 'Work on many people: what goes on, and what ended in the last day, newest first',
  fail: 'Error while loading people.',
  addition: true,
})

export const cancelPeopleJob = call({
  method: 'POST',
  path: '/v1/people/jobs/{id}/cancel',
  scopes: ['people:read'],
  params: z.object({ id: Id }),
  returns: z.object({ job: PeopleJob }),
  summary: 'Stop work on many people; what is done stays done',
  fail: "We couldn't stop it.",
  addition: true,
})
