import { expect, test } from 'vitest'
import type { Graph } from './graph.ts'
import { compilePlan } from './plan.ts'

const graph = (steps: [number, string, object?][], links: [number, number, string?][]): Graph => ({
  canEnterOnce: false,
  oncePerPeriod: null,
  steps: steps.map(([id, operationKey, input = {}]) => ({
    id,
    serviceId: 'millrace',
    operationKey,
    input: { ...input },
  })),
  links: links.map(([source, target, condition = ''], id) => ({ id, source, target, condition })),
})

test('orders steps after those that lead to them, wherever they were drawn', () => {
  const plan = compilePlan(
    1,
    1,
    graph(
      [
        [1, '/end-flow'],
        [2, '/add-tag'],
        [3, '/add-tag'],
        [4, '/event'],
        [5, '/has-tag'],
      ],
      [
        [4, 5],
        [5, 2, 'yes'],
        [5, 3, 'no'],
        [3, 2],
        [2, 1],
      ],
    ),
  )
  const order = [...plan.steps.values()].sort((a, b) => a.order - b.order).map(({ id }) => id)
  expect(order).toEqual([4, 5, 3, 2, 1])
})

test('a loop is entered at its start', () => {
  const plan = compilePlan(
    1,
    1,
    graph(
      [
        [1, '/delay-v2'],
        [2, '/add-tag'],
        [3, '/event'],
      ],
      [
        [3, 2],
        [2, 1],
        [1, 2],
      ],
    ),
  )
  expect([3, 2, 1].map((id) => plan.steps.get(id)?.order)).toEqual([0, 1, 2])
})

test('keeps each way out with its targets once, and forgets links to steps that are gone', () => {
  const plan = compilePlan(
    1,
    1,
    graph(
      [
        [1, '/has-tag', { tag: 'a' }],
        [2, '/end-flow'],
        [3, '/end-flow'],
      ],
      [
        [1, 2, 'yes'],
        [1, 3, 'yes'],
        [1, 2, 'yes'],
        [1, 9, 'no'],
      ],
    ),
  )
  expect(plan.steps.get(1)?.targets).toEqual(new Map([['yes', [2, 3]]]))
})

test('steps whose settings are not complete have no values; triggers without settings look for nothing', () => {
  const plan = compilePlan(
    1,
    1,
    graph(
      [
        [1, '/event'],
        [2, '/send'],
        [3, '/event', { eventName: ' Paid ', key: 'id' }],
        [4, '/unknown'],
      ],
      [],
    ),
  )
  expect([2, 4].map((id) => plan.steps.get(id)?.values)).toEqual([undefined, undefined])
  expect(plan.triggers).toEqual([{ stepId: 3, kind: 'event', about: { event: 'Paid' }, key: 'id' }])
})

test('goals with conditions are known, those that move people marked', () => {
  const conditions = { type: 'group', operator: 'and', conditions: [{ type: 'tag', value: 'a', condition: 'has' }] }
  const plan = compilePlan(
    1,
    1,
    graph(
      [
        [1, '/goal', { name: 'A' }],
        [2, '/goal', { name: 'B', conditions }],
        [3, '/goal', { name: 'C', conditions, moveHere: true }],
      ],
      [],
    ),
  )
  expect(plan.watches.map(({ stepId, isPulling }) => [stepId, isPulling])).toEqual([
    [2, false],
    [3, true],
  ])
})
