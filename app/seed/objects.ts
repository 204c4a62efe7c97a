import { STORY_COMPANIES, STORY_PROJECTS, storyProjects } from '@millrace/database/seeds'
import type { House } from '@millrace/kit/server'
import { objectsContract } from '@millrace/objects/contract'
import type { ObjectsDoor, Pair } from '@millrace/objects/server'
import { peopleContract } from '@millrace/people/contract'
import type { Caller } from './caller.ts'

const company = { objectName: 'company' }
const project = { objectName: 'project' }
const MEMBERS = 3

/** Companies with their people, and the projects that they plan. */
export const tellObjects = async (
  call: Caller,
  { db, clock }: House,
  objects: ObjectsDoor,
  accountId: number,
): Promise<void> => {
  const body = STORY_COMPANIES.map((each) => ({ ...each }))
  const made = (await call(objectsContract, 'saveObjects', { params: company, body })).objects
  await call(objectsContract, 'createSchema', { body: STORY_PROJECTS.schema })
  const planned = storyProjects(clock.now())
  const projects = (
    await call(objectsContract, 'saveObjects', { params: project, body: planned.map((each) => each.project) })
  ).objects
  const associate = async (name: string, type: '1:M' | 'M:M', fromObject: string, toObject: string) =>
    (await call(objectsContract, 'createAssociation', { body: { name, type, fromObject, toObject } })).association.id
  const ofCompany = await associate('Projects of a company', '1:M', 'company', 'project')
  const ofPerson = await associate('Members of a project', 'M:M', 'project', 'person')
  const { people } = await call(peopleContract, 'listPeople', { query: { limit: 500, attributes: ['company'] } })
  const at = (name: unknown) => made.find((each) => each.name === name)
  const inCompany: Pair[] = people.flatMap(({ id, company: name }) => {
    const toId = at(name)?.id
    return toId === undefined ? [] : [{ fromId: id, toId }]
  })
  const projectOf = projects.map(({ id }, index) => {
    const owner = made.find(({ externalId }) => externalId === planned[index]?.company)
    return { id, companyId: owner?.id ?? 0 }
  })
  const members: Pair[] = projectOf.flatMap(({ id, companyId }, index) =>
    inCompany
      .filter(({ toId }) => toId === companyId)
      .slice(index % 2, MEMBERS + (index % 2))
      .map(({ fromId }) => ({ fromId: id, toId: fromId })),
  )
  await db.account(accountId, async (tx) => {
    const { id: people } = await objects.defaultAssociation(tx, accountId, 'person', 'company')
    await objects.associate(tx, accountId, people, inCompany)
    const owned = projectOf.map(({ id, companyId }) => ({ fromId: companyId, toId: id }))
    await objects.associate(tx, accountId, ofCompany, owned)
    await objects.associate(tx, accountId, ofPerson, members)
  })
}
