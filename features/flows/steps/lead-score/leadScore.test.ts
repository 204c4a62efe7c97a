import { testHouse } from '@millrace/kit/testing'
import { peopleDoor } from '@millrace/people/server'
import { describe, expect, test } from 'vitest'
import { openFlowWorld, openTrial } from '../../testing/index.ts'
import { leadScoreStep } from './leadScore.step.ts'

const SCORES = `select fields -> 'leadScore' as score from people where account_id = $1 and id = $2`

describe('the lead score', () => {
  test.each([
    ['an empty one begins at 0', undefined, 10, 10],
    ['it rises', 5, 10, 15],
    ['it falls', 5, -10, -5],
    ['by fractions too', 5, 0.5, 5.5],
  ])('%s', async (_, before, points, after) => {
    const world = await openFlowWorld(await testHouse())
    await world.system((tx) => peopleDoor(world.house).seedFields(tx, world.accountId))
    const trial = await openTrial(world, ['/lead-score', { points }])
    const ada = await world.person({ fields: { ...(before !== undefined && { leadScore: before }) } })
    await trial.go(ada)
    expect(await trial.left()).toEqual({ [ada]: 'left' })
    expect(await world.rows(SCORES, [ada])).toEqual([{ score: after }])
  })

  test.each([
    [0, 'Use a number other than 0.'],
    [undefined, 'Say how many points.'],
    ['many', 'Say how many points.'],
    [2_000_000, 'That is too many points.'],
    [-3, undefined],
  ])('%s says %s', (points, message) => {
    expect(leadScoreStep.values.safeParse({ points }).error?.issues[0]?.message).toBe(message)
  })

  test.each([
    [{ points: 10 }, 'Add 10 points'],
    [{ points: 1 }, 'Add 1 point'],
    [{ points: -5 }, 'Take 5 points off'],
    [{}, 'Say how many points'],
  ])('%j in words', (values, text) => {
    expect(leadScoreStep.summary(values, {}).text).toBe(text)
  })
})
