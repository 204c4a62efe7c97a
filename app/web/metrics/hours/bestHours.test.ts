import { describe, expect, it } from 'vitest'
import { bestHours, type CountedHour, isWithin } from './bestHours.ts'
import { hoursSaid } from './hourWords.ts'

/** A week whose hours came so often, with so much in each but for those that are told: weekday, hour, value. */
const week = (usual: number, told: readonly [weekday: number, hour: number, value: number][] = [], times = 4) =>
  Array.from({ length: 168 }, (_, index): CountedHour => {
    const [weekday, hour] = [Math.floor(index / 24) + 1, index % 24]
    return { weekday, hour, times, value: told.find(([day, at]) => day === weekday && at === hour)?.[2] ?? usual }
  })

const NOTHING = bestHours(week(0))
const hours = (weekday: number, from: number, to: number, part = 0.25) =>
  ({ is: 'best', hours: { weekday, from, to, part } }) as const

describe('the best hours', () => {
  it.each([
    ['one hour alone', week(0, [[1, 17, 100]]), hours(1, 17, 18, 1)],
    [
      'those beside it in which about as much happens',
      week(1, [
        [2, 9, 100],
        [2, 10, 80],
        [2, 11, 40],
      ]),
      hours(2, 9, 11, 180 / 385),
    ],
    [
      'four at the most',
      week(
        0,
        [8, 9, 10, 11, 12, 13].map((hour) => [3, hour, 50]),
      ),
      hours(3, 8, 12, 4 / 6),
    ],
    [
      'the first of a day',
      week(0, [
        [4, 0, 60],
        [3, 23, 10],
      ]),
      hours(4, 0, 1, 60 / 70),
    ],
    [
      'the last of a day',
      week(0, [
        [7, 23, 60],
        [1, 0, 10],
      ]),
      hours(7, 23, 24, 60 / 70),
    ],
  ] as const)('are %s', (_what, counted, verdict) => {
    expect(bestHours(counted)).toEqual(verdict)
  })

  it('are those of most on average, not of the weekday that came more often', () => {
    const counted = week(0, [
      [1, 9, 100],
      [2, 9, 110],
    ]).map((one) => (one.weekday === 2 ? { ...one, times: 5 } : one))
    expect(bestHours(counted)).toMatchObject({ hours: { weekday: 1, from: 9, to: 10 } })
  })

  it('are named where one odd hour stands alone only if more happens in it than around others', () => {
    const counted = week(0, [
      [1, 3, 60],
      [2, 8, 40],
      [2, 9, 55],
      [2, 10, 40],
    ])
    expect(bestHours(counted)).toMatchObject({ hours: { weekday: 2, from: 8, to: 11 } })
  })

  it.each([
    ['nothing was counted', week(0), { is: 'none' }],
    [
      'little was',
      week(0, [
        [2, 9, 30],
        [4, 7, 19],
      ]),
      { is: 'few', sum: 49 },
    ],
    ['there was one week alone', week(1, [[2, 9, 100]], 1), { is: 'short' }],
    ['every hour is like every other', week(20), { is: 'even' }],
    ['one is a little above them', week(20, [[2, 9, 29]]), { is: 'even' }],
    // One of 168 hours has three of fifty by chance.
    [
      'chance has put some together',
      week(
        0,
        Array.from({ length: 50 }, (_, at) => [1 + (at % 7), Math.floor(at / 3), at === 9 ? 4 : 1]),
      ),
      { is: 'even' },
    ],
  ] as const)('are not named where %s', (_what, counted, verdict) => {
    expect(bestHours(counted as CountedHour[])).toEqual(verdict)
  })

  it('are marked in the week', () => {
    const best = hours(2, 9, 11).hours
    expect(
      week(0)
        .filter((one) => isWithin(one, best))
        .map(({ weekday, hour }) => [weekday, hour]),
    ).toEqual([
      [2, 9],
      [2, 10],
    ])
    expect(week(0).some((one) => isWithin(one, undefined))).toBe(false)
  })
})

describe('hours in words', () => {
  it.each([
    [
      hours(2, 9, 11),
      hours(1, 17, 18),
      'opens',
      'Readers open most on Tuesdays from 9 to 11: 25.0% of all openings. You send most on Mondays from 17 to 18.',
    ],
    [hours(5, 22, 24), NOTHING, 'clicks', 'Readers click most on Fridays from 22 to midnight: 25.0% of all clicks.'],
    [
      hours(2, 9, 11),
      hours(2, 8, 9),
      'opens',
      'Readers open most on Tuesdays from 9 to 11: 25.0% of all openings. That is when you send most, or soon after: what goes out at other hours shows whether they would read it then, too.',
    ],
    [
      hours(2, 9, 11),
      hours(2, 17, 18),
      'opens',
      'Readers open most on Tuesdays from 9 to 11: 25.0% of all openings. You send most on Tuesdays from 17 to 18.',
    ],
    [{ is: 'few', sum: 1 }, NOTHING, 'opens', '1 opening in these days: from 50 on, the best hours are named here.'],
    [{ is: 'none' }, NOTHING, 'clicks', 'Nobody has clicked anything in these days. Bars show when mail was sent.'],
    [{ is: 'even' }, NOTHING, 'opens', 'No hours stand out: readers open about as much at others.'],
  ] as const)('%# say so', (read, sent, doing, words) => {
    expect(hoursSaid(read, sent, doing)).toBe(words)
  })
})
