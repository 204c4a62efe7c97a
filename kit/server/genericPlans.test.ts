import { type TestHouse, testHouse } from '@millrace/kit/testing'
import { beforeAll, expect, test } from 'vitest'
import type { Tx } from './database.ts'
import { withGenericPlans } from './genericPlans.ts'

let house: TestHouse
beforeAll(async () => {
  house = await testHouse()
})

const CHOSEN = `select current_setting('plan_cache_mode') as plans, current_setting('enable_bitmapscan') as bitmaps`
const chosen = (tx: Tx) => tx.one(CHOSEN)

test('the plans of the outer one hold on after an inner one, and end with it', async () => {
  const GENERIC = { plans: 'force_generic_plan', bitmaps: 'off' }
  await house.db.system(async (tx) => {
    await withGenericPlans(tx, async () => {
      expect(await withGenericPlans(tx, () => chosen(tx))).toEqual(GENERIC)
      expect(await chosen(tx)).toEqual(GENERIC)
    })
    expect(await chosen(tx)).toEqual({ plans: 'auto', bitmaps: 'on' })
  })
  await house.db.system(async (tx) => expect(await chosen(tx)).toEqual({ plans: 'auto', bitmaps: 'on' }))
})
