import { call, Id, Paging } from '@millrace/kit/contract'
import { z } from 'zod'
import { Erasure, Holding, MERGE_TAKES } from './onePerson.ts'
import { Person } from './person.ts'

const Two = z.object({ id: Id, otherId: Id })

export const previewMerge = call({
  method: 'GET',
  path: '/v1/people/{id}/merge/{otherId}',
  scopes: ['people:read'],
  params: Two,
  returns: z.object({
    /** The one who stays, then the one who goes. */
    people: z.array(Person),
    /** What goes over to the one who stays. */
    holdings: z.array(Holding),
    /** What ends with the merge, in sentences. */
    ends: z.array(z.string()),
  }),
  summary: 'What merging another person into this one takes over, without doing it',
  fail: 'Error while loading this person.',
  addition: true,
})

export const mergePeople = call({
  method: 'POST',
  path: '/v1/people/{id}/merge',
  scopes: ['people:write'],
  params: z.object({ id: Id }),
  /** `take`: names of fields (email and userId too) whose value comes from the other one; empty fields are filled anyway. */
  body: z.object({ otherId: Id, take: z.array(z.string().max(255)).max(MERGE_TAKES).default([]) }),
  returns: z.object({ user: Person }),
  summary: 'Merge another person into this one: everything of theirs follows, their keys keep finding the person',
  fail: 'Error while updating this person.',
  limit: { max: 60, windowSec: 60 },
  addition: true,
})

export const exportPersonData = call({
  method: 'GET',
  path: '/v1/people/{id}/data',
  scopes: ['people:export'],
  params: z.object({ id: Id }),
  stream: 'text',
  summary: 'Everything that is kept of a person, as one JSON file (GDPR, articles 15 and 20)',
  fail: 'Error while exporting people.',
  limit: { max: 30, windowSec: 60 },
  addition: true,
})

export const listHoldings = call({
  method: 'GET',
  path: '/v1/people/{id}/holdings',
  scopes: ['people:read'],
  params: z.object({ id: Id }),
  returns: z.object({ holdings: z.array(Holding) }),
  summary: 'How much is kept of a person, by kind',
  fail: 'Error while loading this person.',
  addition: true,
})

export const erasePerson = call({
  method: 'POST',
  path: '/v1/people/{id}/erase',
  scopes: ['people:write'],
  params: z.object({ id: Id }),
  /** What the person is called by, typed again: the address, else the user id, else the id. */
  body: z.object({ address: z.string().max(300) }),
  returns: z.object({ erasure: Erasure }),
  summary: 'Erase everything that is kept of a person for good, and never mail the address again (GDPR, article 17)',
  fail: 'Error while deleting person.',
  addition: true,
})

export const listErasures = call({
  method: 'GET',
  path: '/v1/erasures',
  scopes: ['people:read'],
  query: z.object({ ...Paging, address: z.string().max(300).optional() }),
  returns: z.object({ erasures: z.array(Erasure), total: z.number() }),
  summary: 'Erasures of people, newest first; with an address, those of that address',
  fail: 'Error while loading people.',
  addition: true,
})
