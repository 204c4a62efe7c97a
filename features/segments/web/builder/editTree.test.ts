import { describe, expect, it } from 'vitest'
import {
  type Condition,
  type Conditions,
  checkConditions,
  type EventCondition,
  type EventGroup,
} from '../../contract/index.ts'
import { did } from '../../testing/conditions.ts'
import { duplicateAt, moveBy, remark, replaceAt, withMarks, withoutPaths } from './editTree.ts'

const tag = (value: string): Condition => ({ type: 'tag', value, condition: 'has' })
const empty: Condition = { type: 'field', field: 'plan', condition: 'is' }
const all = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'and', conditions })
const eventWith = (...conditions: EventGroup['conditions']): EventCondition =>
  did('x', { propertiesConditions: { type: 'group', operator: 'and', conditions } })
const values = (group: Conditions) => group.conditions.map((one) => (one.type === 'tag' ? one.value : one.type))

describe('editing a tree', () => {
  it('replaces, removes, copies and moves', () => {
    const tree = all(tag('a'), tag('b'), tag('c'))
    expect(values(replaceAt(tree, 1, tag('x')))).toEqual(['a', 'x', 'c'])
    expect(values(replaceAt(tree, 1, undefined))).toEqual(['a', 'c'])
    expect(values(duplicateAt(tree, 0))).toEqual(['a', 'a', 'b', 'c'])
    expect(values(moveBy(tree, 0, 2))).toEqual(['b', 'c', 'a'])
    expect(moveBy(tree, 0, -1)).toBe(tree)
    expect(values(tree)).toEqual(['a', 'b', 'c'])
  })

  it('gives copies marks of their own', () => {
    const marked = withMarks(all(tag('a'), all(tag('b'))))
    const copy = remark(marked)
    const marks = JSON.stringify([marked, copy]).match(/"uuid":"\w+"/g) ?? []
    expect(marks).toHaveLength(8)
    expect(new Set(marks).size).toBe(8)
    expect(withMarks(marked)).toEqual(marked)
  })

  it('leaves out what is not filled in, so that the rest can be counted', () => {
    const tree = all(tag('a'), empty, all(empty), all(tag('b'), empty), tag('A'))
    const paths = checkConditions(tree).map(({ path }) => path)
    expect(withoutPaths(tree, paths)).toEqual(all(tag('a'), all(tag('b'))))
    expect(withoutPaths(all(all()), [])).toEqual(all(all()))
  })

  it('leaves out a property that is not filled in, not the event', () => {
    const event = eventWith({ type: 'field', field: 'members', condition: 'is' })
    const paths = checkConditions(all(event)).map(({ path }) => path)
    expect(withoutPaths(all(event), paths)).toEqual(all({ ...event, propertiesConditions: null }))
    const unnamed: EventCondition = {
      ...eventWith(),
      systemConditions: { type: 'group', operator: 'and', conditions: [] },
    }
    expect(
      withoutPaths(
        all(unnamed),
        checkConditions(all(unnamed)).map(({ path }) => path),
      ),
    ).toEqual(all())
  })
})
