import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, test } from 'vitest'
import { momentList, numberList, textList } from './arrays.ts'

let house: TestHouse
beforeAll(async () => {
  house = await testHouse()
})

const READ = `select $1::bigint[]::text[] as numbers, $2::timestamptz[] as moments, $3::text[] as texts`

test('lists are read as they were given', async () => {
  const at = new Date('2026-03-29T01:30:00.123Z')
  const given = {
    numbers: [1, null, -3, 9_007_199_254_740_991],
    moments: [at, new Date(at), null, null, new Date(0), at],
    texts: ['key:a.b-c_1', null, '', 'null', 'NULL', 'a,b', '{"x\\y"}', "it's", ' o ', 'é ü\n', '()'],
  }
  const values = [numberList(given.numbers), momentList(given.moments), textList(given.texts)]
  const numbers = given.numbers.map((one) => one && String(one))
  expect(await house.db.system((tx) => tx.one(READ, values))).toEqual({ ...given, numbers })
  const none = [numberList([]), momentList([]), textList([])]
  expect(await house.db.system((tx) => tx.one(READ, none))).toEqual({ numbers: [], moments: [], texts: [] })
})
