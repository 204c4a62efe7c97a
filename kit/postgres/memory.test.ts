import { totalmem } from 'node:os'
import { expect, test } from 'vitest'
import { memorySettings, usableMemory } from './memory.ts'

const GB = 1024 ** 3

test.each([
  ['half a gigabyte', GB / 2, '128MB', '512MB'],
  ['two gigabytes', 2 * GB, '512MB', '1024MB'],
  ['four gigabytes', 4 * GB, '1024MB', '2048MB'],
  ['a large machine', 64 * GB, '2048MB', '32768MB'],
])(
  'of %s PostgreSQL takes a quarter for its pages, within bounds',
  (_, bytes, shared_buffers, effective_cache_size) => {
    expect(memorySettings(bytes)).toEqual({ shared_buffers, effective_cache_size })
  },
)

test('no more is usable than the machine has', () => {
  expect(usableMemory()).toBeGreaterThan(0)
  expect(usableMemory()).toBeLessThanOrEqual(totalmem())
})
