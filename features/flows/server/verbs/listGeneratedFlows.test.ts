import { testHouse } from '@millrace/kit/testing'
import { expect, test } from 'vitest'
import { openFlowWorld } from '../../testing/index.ts'

test('flows that were written for an account are told with the first mail of each', async () => {
  const house = await testHouse()
  const [world, other] = [await openFlowWorld(house), await openFlowWorld(house)]
  const made = async (name: string) =>
    (await world.client.call('createFlow', { query: {}, body: { name } })).integration.id
  const [welcome, silent, own] = [await made('Welcome'), await made('Silent'), await made('My own')]
  await world.email(7)
  await world.system((tx) =>
    tx.run(
      `update email_versions set subject = 'Hello there', preheader = 'Three things to try' where account_id = $1`,
      [world.accountId],
    ),
  )
  for (const [y, id] of [
    [400, 987_654],
    [200, 7],
  ] as const)
    await world.client.call('createStep', {
      body: {
        integrationId: welcome,
        operationKey: '/send',
        inputFields: { values: { emailId: id } },
        data: { editor: { coordinates: { x: 0, y } } },
      },
    })
  await world.system((tx) =>
    tx.run('update flows set is_ai_generated = true where account_id = $1 and id <> $2', [world.accountId, own]),
  )
  const listed = () => world.client.call('listGeneratedFlows', {})
  expect((await listed()).integrations).toEqual([
    { id: welcome, name: 'Welcome', aiGeneratedEmailText: { subject: 'Hello there', text: 'Three things to try' } },
    { id: silent, name: 'Silent', aiGeneratedEmailText: null },
  ])
  await world.client.call('updateFlow', { params: { id: silent }, body: { archived: true } })
  expect((await listed()).integrations.map(({ id }) => id)).toEqual([welcome])
  expect((await other.client.call('listGeneratedFlows', {})).integrations).toEqual([])
})
