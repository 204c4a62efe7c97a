import { testHouse } from '@millrace/kit/testing'
import { openPeople } from '@millrace/people/server'
import { beforeAll, expect, test } from 'vitest'
import { type FlowWorld, openFlowWorld } from '../../testing/index.ts'
import { flowNames } from './flowNames.ts'

let world: FlowWorld
let people: ReturnType<typeof openPeople>

beforeAll(async () => {
  const house = await testHouse()
  people = openPeople(house, { nameKeepers: [flowNames(house)] })
  world = await openFlowWorld(house)
})

const call = (name: 'updateTag' | 'mergeTag' | 'listTagUses' | 'listFieldUses', params: object, body: object = {}) =>
  people.handlers[name]({ params, body, query: {} } as never, world.account as never) as Promise<never>

const tagged = { type: 'group', operator: 'and', conditions: [{ type: 'tag', value: 'Keen', condition: 'has' }] }

const drawn = () =>
  world.draw(
    {
      start: ['/tag', { tag: 'trial', change: 'added' }],
      filter: ['/has-tag', { tag: 'KEEN' }],
      asks: ['/condition', { conditions: tagged }],
      puts: ['/add-tag', { tag: 'reached' }],
      sets: ['/change-field', { field: 'plan', value: '{{ person.nickname }}' }],
    },
    [
      ['start', 'filter'],
      ['filter', 'asks', 'yes'],
      ['asks', 'puts', 'yes'],
      ['puts', 'sets'],
    ],
  )

const tagsOf = async (personId: number) => {
  const rows = await world.rows<{ name: string }>(
    `select t.name from people p join tags t on t.account_id = $1 and t.id = any(p.tags)
     where p.account_id = $1 and p.id = $2 order by t.name`,
    [personId],
  )
  return rows.map(({ name }) => name)
}

const tag = (personId: number, name: string) =>
  world.system((tx) => people.addTags(tx, world.accountId, [{ personId, tag: name }]))

test('people pass trigger, filter and conditions by the new name at once', async () => {
  await world.tags('trial', 'keen', 'reached')
  const { flowId, ids } = await drawn()
  await world.switchOn(flowId)
  expect(await call('listTagUses', { tag: 'keen' })).toMatchObject({
    uses: [{ kind: 'flow', id: flowId, name: 'Drawn', isActive: true }],
  })
  await call('updateTag', { tag: 'keen' }, { tag: 'Very keen' })
  await call('updateTag', { tag: 'trial' }, { tag: 'On trial' })
  const steps = await world.rows<{ input: { tag?: string } }>(
    'select id, input from flow_steps where account_id = $1 and id = any($2::bigint[]) order by id',
    [[ids.start, ids.filter, ids.asks]],
  )
  expect(steps.map(({ input }) => input)).toEqual([
    { tag: 'On trial', change: 'added' },
    { tag: 'Very keen' },
    { conditions: { ...tagged, conditions: [{ ...tagged.conditions[0], value: 'Very keen' }] } },
  ])
  const keen = await world.person({ fields: { nickname: 'Ann' } })
  const other = await world.person()
  await tag(keen, 'very keen')
  for (const personId of [keen, other]) await tag(personId, 'On trial')
  await world.takeChanges()
  await world.advance(flowId)
  expect(await tagsOf(keen)).toEqual(['On trial', 'Very keen', 'reached'])
  expect(await tagsOf(other)).toEqual(['On trial'])
  expect(await call('listFieldUses', { fieldName: 'plan' })).toMatchObject({ uses: [{ id: flowId }] })
})

test('whoever gets a tag by a merge does not enter flows that wait for it', async () => {
  await world.tags('old', 'new')
  const { flowId } = await world.draw(
    { start: ['/tag', { tag: 'new', change: 'added' }], puts: ['/add-tag', { tag: 'entered' }] },
    [['start', 'puts']],
  )
  await world.switchOn(flowId)
  const [merged, tagged] = [await world.person(), await world.person()]
  await tag(merged, 'old')
  await call('mergeTag', { tag: 'old' }, { into: 'new' })
  await tag(tagged, 'old')
  await world.takeChanges()
  await world.advance(flowId)
  expect(await tagsOf(merged)).toEqual(['new'])
  expect(await tagsOf(tagged)).toEqual(['entered', 'new'])
})
