import { emailsContract } from '@millrace/emails/contract'
import { flowsContract } from '@millrace/flows/contract'
import { type FolderType, foldersContract } from '@millrace/folders/contract'
import type { Input } from '@millrace/kit/contract'
import { fieldFolderKey, peopleContract } from '@millrace/people/contract'
import { type Condition, segmentsContract } from '@millrace/segments/contract'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp, type TestOwner } from './testing/openTestApp.ts'

let app: TestApp
let accountId: number
let call: TestOwner['call']

beforeAll(async () => {
  app = await openTestApp()
})
beforeEach(async () => {
  ;({ accountId, call } = await app.newOwner())
})

const folderOf = async (folderType: FolderType, childrenIds: (string | number)[]) =>
  (await call(foldersContract, 'createFolder', { body: { folderType, childrenIds: childrenIds.map(String) } })).folder
const remove = (id: string) => call(foldersContract, 'deleteFolder', { params: { id } })
const makeFlow = async (name: string) =>
  (await call(flowsContract, 'createFlow', { query: {}, body: { name } })).integration.id
const makeEmail = async (name: string) =>
  (await call(emailsContract, 'createEmail', { body: { name, subject: 'Hello', fromEmail: 'olive@acme.example' } }))
    .email.id
type Asked = NonNullable<Input<typeof emailsContract.listEmails>['query']>
const TAGGED: Condition = { type: 'tag', value: 'x', condition: 'has' }
const makeSegment = async (name: string, condition: Condition = TAGGED) => {
  const conditions = { type: 'group' as const, operator: 'and' as const, conditions: [condition] }
  return (await call(segmentsContract, 'createSegment', { body: { name, conditions } })).segment.id
}

describe('deleting a folder', () => {
  it('archives its flows and switches off those that run', async () => {
    const [kept, gone] = [await makeFlow('Kept'), await makeFlow('Gone')]
    await app.house.db.system((tx) =>
      tx.run(`update flows set status = 'on' where account_id = $1 and id = $2`, [accountId, gone]),
    )
    const { id } = await folderOf('flows', [gone])
    await remove(id)
    const list = (archived: 'true' | 'false') => call(flowsContract, 'listFlows', { query: { archived } })
    expect((await list('false')).integrations.map((flow) => flow.id)).toEqual([kept])
    expect((await list('true')).integrations).toMatchObject([{ id: gone, status: 'deactivated-user' }])
  })

  it('archives its emails', async () => {
    const id = await makeEmail('Old news')
    await remove((await folderOf('emails', [id])).id)
    expect((await call(emailsContract, 'listEmails', { query: { archived: 'true' } })).emails).toMatchObject([{ id }])
  })

  it('leaves everything where an active flow sends one of its emails', async () => {
    const [first, used] = [await makeEmail('Free'), await makeEmail('Used')]
    const flow = await makeFlow('Sends it')
    await app.house.db.system(async (tx) => {
      await tx.run(
        `insert into flow_steps (account_id, flow_id, service_id, operation_key, input, created_at, updated_at)
         values ($1, $2, 'millrace', '/send', $3, $4, $4)`,
        [accountId, flow, JSON.stringify({ emailId: used }), app.house.clock.now()],
      )
      await tx.run(`update flows set status = 'on' where account_id = $1 and id = $2`, [accountId, flow])
    })
    const { id } = await folderOf('emails', [first, used])
    await expect(remove(id)).rejects.toThrow('Sends it')
    expect((await call(emailsContract, 'listEmails', { query: {} })).total).toBe(2)
  })

  it('deletes its segments, unless another has a condition on one of them', async () => {
    const used = await makeSegment('Used')
    const user = await makeSegment('User', { type: 'segment', value: used, condition: 'in' })
    const lone = await folderOf('segments', [used])
    await expect(remove(lone.id)).rejects.toThrow('"User" has a condition on "Used".')
    const both = await folderOf('segments', [used, user])
    await remove(both.id)
    const { segments } = await call(segmentsContract, 'listSegments', { query: {} })
    expect(segments.filter(({ readOnly }) => !readOnly)).toEqual([])
  })

  it('deletes its tags and takes them off everybody', async () => {
    await call(peopleContract, 'savePeople', { query: {}, body: { email: 'ada@acme.example', tags: 'gone,kept' } })
    const { tags } = await call(peopleContract, 'listTags', {})
    const gone = tags.find(({ tag }) => tag === 'gone')
    await remove((await folderOf('tags', [gone?.id ?? 0])).id)
    await app.runJobs()
    expect((await call(peopleContract, 'listTags', {})).tags.map(({ tag }) => tag)).toEqual(['kept'])
    const { people } = await call(peopleContract, 'listPeople', { query: {} })
    expect(people[0]?.tags).toBe('kept')
  })

  it('leaves a tag that others are being given, or that is going', async () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ email: `p${index}@acme.example`, tags: 'old' }))
    await call(peopleContract, 'savePeople', { query: {}, body: many })
    await call(peopleContract, 'createTags', { body: { tags: [{ tag: 'new' }] } })
    const { isQueued } = await call(peopleContract, 'mergeTag', { params: { tag: 'old' }, body: { into: 'new' } })
    expect(isQueued).toBe(true)
    for (const { id } of (await call(peopleContract, 'listTags', {})).tags)
      await expect(remove((await folderOf('tags', [id])).id)).rejects.toThrow('"old" is just becoming part of "new".')
  })

  it('only unfiles its fields', async () => {
    const key = fieldFolderKey('email')
    await remove((await folderOf('personFields', [key])).id)
    const { folders } = await call(foldersContract, 'listFolders', { query: { folderType: 'personFields' } })
    expect(folders).toEqual([expect.objectContaining({ root: true, childrenIds: expect.arrayContaining([key]) })])
  })
})

describe('a list that is narrowed to a folder', () => {
  const put = (id: string, body: object) => call(foldersContract, 'updateFolder', { params: { id }, body })

  it('holds the emails in it and in the folders in it, page by page, and counts the same as the folders', async () => {
    const ids: number[] = []
    for (const name of ['A', 'b', 'C', 'd', 'E']) ids.push(await makeEmail(name))
    const outer = await folderOf('emails', ids.slice(0, 2))
    const inner = (
      await call(foldersContract, 'createFolder', {
        body: { folderType: 'emails', parentId: outer.id, childrenIds: ids.slice(2, 4).map(String) },
      })
    ).folder
    const names: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: Asked = { folder: outer.id, limit: 3, sort: 'name', ...(cursor && { cursor }) }
      const page = await call(emailsContract, 'listEmails', { query })
      expect(page.total).toBe(4)
      expect(page.counts).toEqual({ current: 5, archived: 0 })
      names.push(...page.emails.map(({ name }) => name))
      cursor = page.next
    }
    expect(names).toEqual(['A', 'b', 'C', 'd'])
    await put(inner.id, { removeIds: [String(ids[2])] })
    const { emails } = await call(emailsContract, 'listEmails', { query: { folder: inner.id } })
    expect(emails.map(({ name }) => name)).toEqual(['d'])
    const nowhere = '00000000-0000-4000-8000-000000000000'
    expect((await call(emailsContract, 'listEmails', { query: { folder: nowhere } })).emails).toEqual([])
  })

  it('is of the favorites too, and its flows have their figures together', async () => {
    const [first, second] = [await makeFlow('First'), await makeFlow('Second')]
    await call(foldersContract, 'createFolder', {
      body: { folderType: 'flows', autoFolderType: 'favorites', childrenIds: [String(second)] },
    })
    await app.house.db.system((tx) =>
      tx.run(
        `insert into flow_quarters (account_id, flow_id, at, entered, reached_goal)
         values ($1, $2, $4, 3, 1), ($1, $3, $4, 5, 2)`,
        [accountId, first, second, new Date(app.house.clock.now().getTime() - 3_600_000)],
      ),
    )
    const { integrations } = await call(flowsContract, 'listFlows', { query: { folder: 'favorites' } })
    expect(integrations.map(({ id }) => id)).toEqual([second])
    const sum = async (query: { folder?: 'favorites' }) =>
      (await call(flowsContract, 'sumFlowsPeople', { query: { days: 7, ...query } })).metrics
    expect(await sum({ folder: 'favorites' })).toMatchObject({ peopleEnteredFlow: 5, peopleReachedGoal: 2 })
    expect(await sum({})).toMatchObject({ peopleEnteredFlow: 8, peopleReachedGoal: 3, queued: 0 })
  })
})

describe('items of folders', () => {
  it('are the segments of an object too, and never those that every account has', async () => {
    await call(segmentsContract, 'listSegments', { query: {} })
    const { folders } = await call(foldersContract, 'listFolders', { query: { folderType: 'segments' } })
    expect(folders).toMatchObject([{ root: true, childrenIds: [] }])
    const objects = await call(foldersContract, 'listFolders', { query: { folderType: 'objects-company' } })
    expect(objects.folders).toMatchObject([{ root: true, childrenIds: [] }])
  })
})
