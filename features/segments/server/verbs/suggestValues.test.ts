import { testHouse } from '@millrace/kit/testing'
import { beforeEach, expect, it } from 'vitest'
import { openTiedWorld } from '../../testing/index.ts'
import { suggestValues } from './suggestValues.ts'

let world: Awaited<ReturnType<typeof openTiedWorld>>
const values = async (field: string, objectName?: string, accountId = world.accountId) =>
  (await suggestValues(world.house, accountId, { field, objectName })).map(({ value, count }) => `${value} ${count}`)

beforeEach(async () => {
  await testHouse()
  world = await openTiedWorld()
})

it('that objects of a kind have are offered for conditions about them, those of people for people', async () => {
  await world.add({ fields: { plan: 'Trial' } })
  await world.put('company', [{ fields: { plan: 'Pro' } }, { fields: { plan: 'Pro' } }, { fields: { plan: 'Free' } }])
  await world.put('project', [{ fields: { plan: 'Secret' } }])
  expect(await values('plan')).toEqual(['Trial 1'])
  expect(await values('plan', 'Company')).toEqual(['Pro 2', 'Free 1'])
  await expect(values('plan', 'ship')).rejects.toThrow('There is no kind of object called "ship".')
  const other = await world.house.newAccount()
  await expect(values('plan', 'company', other.accountId)).rejects.toThrow('There is no kind of object')
})
