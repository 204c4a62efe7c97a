import { testHouse } from '@millrace/kit/testing'
import { describe, expect, test } from 'vitest'
import { type FlowWorld, openFlowWorld, openTrial } from '../../testing/index.ts'
import { abTestStep, sharesOf } from './abTest.step.ts'
import { chanceOf, variantAt } from './chance.ts'

const of = (...weights: number[]) =>
  weights.map((weight, index) => ({ key: `k${index}`, name: 'ABCDEF'[index] as string, weight }))

const counts = (variants: ReturnType<typeof of>, people = 20_000) => {
  const found: Record<string, number> = {}
  for (let id = 1; id <= people; id++) {
    const key = variantAt(variants, chanceOf(`7 12 ${id}`))
    found[key] = (found[key] ?? 0) + 1
  }
  return found
}

describe('chance', () => {
  test.each([[[50, 50]], [[90, 10]], [[1, 1, 1]], [[5, 0, 15]], [[0, 3]]])('%j falls by weight', (weights) => {
    const sum = weights.reduce((all, one) => all + one, 0)
    const found = counts(of(...weights))
    for (const [index, weight] of weights.entries())
      expect(Math.abs((found[`k${index}`] ?? 0) / 20_000 - weight / sum), `variant ${index}`).toBeLessThan(0.012)
  })

  test('is the same for the same and tells two steps apart', () => {
    expect(chanceOf('1 2 3')).toBe(chanceOf('1 2 3'))
    let same = 0
    for (let id = 0; id < 2000; id++)
      if (variantAt(of(1, 1), chanceOf(`1 2 ${id}`)) === variantAt(of(1, 1), chanceOf(`1 3 ${id}`))) same++
    expect(Math.abs(same / 2000 - 0.5)).toBeLessThan(0.04)
  })

  test('the end of the scale falls to the last variant that has a weight', () => {
    expect(variantAt(of(1, 1, 0), 1 - 2 ** -32)).toBe('k1')
  })
})

const edit = (world: FlowWorld, id: number, variants: unknown[]) =>
  world.client.call('updateStep', { params: { id }, body: { inputFields: { values: { variants } } } })

const many = async (world: FlowWorld, count: number) => {
  const people: number[] = []
  for (let n = 0; n < count; n++) people.push(await world.person())
  return people
}

describe('the same person always gets the same', () => {
  test('on coming again, with other weights and with other names', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await openTrial(world, ['/ab-test', { variants: of(50, 50) }], ['A', 'B'])
    const people = await many(world, 24)
    await trial.go(...people)
    const first = await trial.left()
    expect(new Set(Object.values(first))).toEqual(new Set(['A', 'B']))
    await trial.go(...people)
    expect(await trial.left()).toEqual(first)
    await edit(world, trial.stepId, of(1, 999))
    await trial.go(...people)
    expect(await trial.left()).toEqual(first)
    const [a, b] = of(1, 999)
    await edit(world, trial.stepId, [{ ...a, name: 'Short' }, b])
    await trial.go(...people)
    const renamed = Object.entries(first).map(([id, name]) => [id, name === 'A' ? 'Short' : name])
    expect(await trial.left()).toEqual(Object.fromEntries(renamed))
  })

  test('whose variant is removed gets another one, the others keep theirs', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await openTrial(world, ['/ab-test', { variants: of(1, 1, 1) }], ['A', 'B', 'C'])
    const people = await many(world, 24)
    await trial.go(...people)
    const first = await trial.left()
    const [, b, c] = of(1, 1, 1)
    await edit(world, trial.stepId, [b, c])
    await trial.go(...people)
    const second = await trial.left()
    for (const id of people) {
      if (first[id] === 'A') expect(['B', 'C']).toContain(second[id])
      else expect(second[id]).toBe(first[id])
    }
  })

  test('two workers agree about whoever comes to both', async () => {
    const world = await openFlowWorld(await testHouse())
    const trial = await openTrial(world, ['/ab-test', { variants: of(50, 50) }], ['A', 'B'])
    const ada = await world.person()
    await trial.go(ada, ada)
    const rows = await world.rows<{ exit: string }>(
      'select distinct exit from step_visits where account_id = $1 and step_id = $2',
      [trial.stepId],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('its settings', () => {
  test.each([
    [of(50, 50), undefined],
    [of(0, 1), undefined],
    [
      [
        { name: 'A', weight: 1 },
        { name: 'B', weight: 1 },
      ],
      undefined,
    ],
    [undefined, 'Add at least two variants.'],
    [of(1), 'Add at least two variants.'],
    [of(0, 0), 'Give at least one variant a weight above 0.'],
    [
      [
        { name: 'A', weight: 1 },
        { name: 'a ', weight: 1 },
      ],
      'Give each variant a name of its own.',
    ],
    [
      [
        { name: ' ', weight: 1 },
        { name: 'B', weight: 1 },
      ],
      'Name the variant.',
    ],
    [
      [
        { name: 'A', weight: -1 },
        { name: 'B', weight: 1 },
      ],
      'Use 0 or more.',
    ],
    [
      [
        { name: 'A', weight: 1.5 },
        { name: 'B', weight: 1 },
      ],
      'Use a whole number.',
    ],
  ])('%j says %s', (variants, message) => {
    expect(abTestStep.values.safeParse({ variants }).error?.issues[0]?.message).toBe(message)
  })

  test('ways out are the names, half-finished ones left aside', () => {
    expect(abTestStep.exits({ variants: of(1, 1, 1) })).toEqual(['A', 'B', 'C'])
    expect(abTestStep.exits({ variants: [{ name: '' }, { name: 'B' }, { name: 'B' }] as never })).toEqual(['B'])
    expect(abTestStep.exits({})).toEqual([])
  })

  test.each([
    ['one', of(1, 1), [{ ...of(1)[0], name: 'New' }, of(1, 1)[1]], [['A', 'New']]],
    [
      'both, changed for each other',
      of(1, 1),
      [
        { ...of(1)[0], name: 'B' },
        { ...of(1, 1)[1], name: 'A' },
      ],
      [
        ['A', 'B'],
        ['B', 'A'],
      ],
    ],
    ['none where one is removed', of(1, 1, 1), of(1, 1), []],
    ['none without keys', [{ name: 'A' }], [{ name: 'B' }], []],
  ])('renamed: %s', (_, before, after, renamed) => {
    expect([...abTestStep.renamed({ variants: before }, { variants: after })]).toEqual(renamed)
  })

  test.each([
    [{ variants: of(50, 50) }, 'A 50 %, B 50 %'],
    [{ variants: of(1, 2) }, 'A 33 %, B 67 %'],
    [{}, 'Add variants'],
  ])('%j in words', (values, text) => {
    expect(abTestStep.summary(values, {}).text).toBe(text)
  })

  test('shares of nothing are nothing', () => {
    expect(sharesOf([{ weight: 0 }, {}])).toEqual([0, 0])
  })
})
