import { expect, test } from 'vitest'
import { type PathStep, pathThrough } from './funnelPath.ts'

const step = (id: number, entered: number, kind: Partial<PathStep> = {}): PathStep => ({
  ...{ id, entered, type: 'action', isGoal: false },
  ...kind,
})
const link = (source: number, target: number, condition: string | null = null) => ({ source, target, condition })
const start = (id: number, entered: number) => step(id, entered, { type: 'trigger' })
const goal = (id: number, entered: number) => step(id, entered, { isGoal: true })

const STEPS = [start(1, 100), step(2, 100), step(3, 70), step(4, 30), goal(5, 60), goal(6, 20)]
const LINKS = [link(1, 2), link(2, 3, 'yes'), link(2, 4, 'no'), link(3, 5), link(4, 6), link(4, 5)]

test('the way leads to the goal that most came to, by the way that most took', () => {
  expect(pathThrough(STEPS, LINKS)).toEqual([
    { id: 1, exit: null },
    { id: 2, exit: null },
    { id: 3, exit: 'yes' },
    { id: 5, exit: null },
  ])
})

test('it leads to a step that is asked for; nowhere where nothing leads there', () => {
  expect(pathThrough(STEPS, LINKS, 6).map(({ id }) => id)).toEqual([1, 2, 4, 6])
  expect(pathThrough([...STEPS, goal(9, 5)], LINKS, 9)).toEqual([])
  expect(pathThrough([], [])).toEqual([])
})

test('without a goal it goes to where most end up, and a loop does not hold it', () => {
  const steps = [start(1, 10), step(2, 40), step(3, 8), step(4, 2)]
  const links = [link(1, 2), link(2, 3), link(3, 2), link(2, 4)]
  expect(pathThrough(steps, links).map(({ id }) => id)).toEqual([1, 2, 4])
  expect(pathThrough([start(1, 0), start(2, 5), step(3, 5)], [link(1, 3), link(2, 3)])).toEqual([
    { id: 2, exit: null },
    { id: 3, exit: null },
  ])
})

test('where nobody has been yet it is the shortest way to a goal', () => {
  const steps = [start(1, 0), step(2, 0), goal(3, 0)]
  expect(pathThrough(steps, [link(1, 2), link(2, 3), link(1, 3)]).map(({ id }) => id)).toEqual([1, 3])
})
