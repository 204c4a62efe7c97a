import type { Change } from '@millrace/kit/jobs'
import { describe, expect, it } from 'vitest'
import type { Condition, Conditions } from '../../contract/index.ts'
import { did } from '../../testing/conditions.ts'
import type { Dictionary } from '../compile/dictionary.ts'
import { concernedBy } from './concerned.ts'

const dictionary: Dictionary = {
  accountId: 1,
  now: new Date('2026-03-10T09:00:00Z'),
  timezone: 'UTC',
  fields: new Map(),
  events: [{ id: 11, name: 'Project created', kind: 'custom' }],
  tags: new Map([['vip', 7]]),
  segments: new Map(),
}
const all = (...conditions: Condition[]): Conditions => ({ type: 'group', operator: 'and', conditions })
const plan = all({ type: 'field', field: 'plan', condition: 'is', value: 'pro' })
const vip = all({ type: 'tag', value: 'VIP', condition: 'has' })
const created = all(did('Project created'))
const inFive = all({ type: 'segment', value: 5, condition: 'in' })
const seen = all({ type: 'field', field: 'lastSeenAt', condition: 'after period', value: { value: 30, unit: 'days' } })
const along = all(
  all({ type: 'association', label: null, objectName: 'company', condition: 'has', conditions: plan } as never),
)
const change = (kind: string, ref: number | null = null, data: object | null = null): Change =>
  ({ id: 1, kind, personId: 3, ref, data }) as unknown as Change

describe('whom changes concern', () => {
  it.each<[string, Conditions, Change, boolean]>([
    ['a field that is mentioned', plan, change('person.changed', null, { fields: ['plan'] }), true],
    ['another field', plan, change('person.changed', null, { fields: ['city'] }), false],
    ['a change that does not say of what', plan, change('person.changed'), true],
    ['somebody new', vip, change('person.created'), true],
    ['two who became one', vip, change('person.merged'), true],
    ['the tag', vip, change('tag.removed', 7), true],
    ['another tag', vip, change('tag.added', 8), false],
    ['the event', created, change('event', 11), true],
    ['another event', created, change('event', 12), false],
    ['any event, where the last sign of life counts', seen, change('event', 12), true],
    ['the segment', inFive, change('segment.entered', 5), true],
    ['another segment', inFive, change('segment.left', 6), false],
    ['anything, where conditions look along what is associated', along, change('tag.added', 8), true],
    ['a call of a flow of its own', plan, change('flow.due', 9), false],
  ])('%s', (_, conditions, one, isConcerned) => {
    expect([...concernedBy(conditions, dictionary, [one])]).toEqual(isConcerned ? [3] : [])
  })

  it('a tag that is made later is known from then on', () => {
    const gold = all({ type: 'tag', value: 'gold', condition: 'has' })
    expect([...concernedBy(gold, dictionary, [change('tag.added', 9)])]).toEqual([])
    const tags = new Map([...dictionary.tags, ['gold', 9] as const])
    expect([...concernedBy(gold, { ...dictionary, tags }, [change('tag.added', 9)])]).toEqual([3])
  })
})
