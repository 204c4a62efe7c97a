import { type ConditionGroup, segmentsContract } from '@millrace/segments/contract'
import { type Figure, percentile } from './table.ts'
import type { World } from './world.ts'

const event = (name: string, atLeast: number) => ({
  type: 'event' as const,
  condition: 'has' as const,
  systemConditions: {
    type: 'group' as const,
    operator: 'and' as const,
    conditions: [{ type: 'field' as const, field: 'name', condition: 'is' as const, value: name }],
  },
  frequencyCondition: { type: 'frequencyCondition' as const, condition: 'at least' as const, value: atLeast },
  recencyCondition: {
    type: 'recencyCondition' as const,
    condition: 'after period' as const,
    value: { value: 30, unit: 'days' as const },
  },
})
const field = (name: string, condition: 'is' | 'is more than' | 'contains', value: string | number) => ({
  type: 'field' as const,
  field: name,
  condition,
  value,
})

const TREES: Record<string, ConditionGroup> = {
  'one field': { type: 'group', operator: 'and', conditions: [field('plan', 'is', 'trial')] },
  'event three times in 30 days': { type: 'group', operator: 'and', conditions: [event('Project created', 3)] },
  'nested, four conditions': {
    type: 'group',
    operator: 'and',
    conditions: [
      field('plan', 'is', 'pro'),
      field('score', 'is more than', 20),
      { type: 'group', operator: 'or', conditions: [event('Page viewed', 2), field('company', 'contains', '7')] },
    ],
  },
}

/** Count and first people of conditions that nobody saved, over all people that are there. */
export const measurePreview = async (world: World): Promise<Figure[]> => {
  const { people } = await world.one<{ people: number }>(
    'select count(*)::int as people from people where account_id = $1',
    [world.accountId],
  )
  await world.one('select 1 as ok')
  const figures: Figure[] = []
  for (const [name, conditions] of Object.entries(TREES)) {
    const times: number[] = []
    for (let round = 0; round < 7; round++) {
      const from = performance.now()
      await world.owner(segmentsContract.previewConditions, { body: { conditions } } as never)
      times.push(performance.now() - from)
    }
    figures.push({
      name: `preview: ${name}`,
      value: percentile(times, 0.5),
      unit: 'ms',
      most: 1_000,
      note: `median of 7, ${people.toLocaleString('en-US')} people`,
    })
  }
  return figures
}
