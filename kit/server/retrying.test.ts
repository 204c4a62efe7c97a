import { expect, test } from 'vitest'
import { retrying } from './retrying.ts'

const failing = (times: number, code: string) => {
  let tries = 0
  const work = async () => {
    tries++
    if (tries <= times) throw Object.assign(new Error('no'), { code })
    return tries
  }
  return { work, tried: () => tries }
}

test('the one that gave way in a deadlock does its work again', async () => {
  expect(await retrying(failing(2, '40P01').work)).toBe(3)
})

test('but not for ever, and nothing else is done again', async () => {
  const always = failing(9, '40001')
  await expect(retrying(always.work)).rejects.toThrow('no')
  expect(always.tried()).toBe(3)
  const other = failing(1, '23505')
  await expect(retrying(other.work)).rejects.toThrow('no')
  expect(other.tried()).toBe(1)
})
