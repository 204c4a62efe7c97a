import { chmod, mkdir, mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { canReach } from './account.ts'
import { openWay, placeFor } from './place.ts'

/** An account that is never the one the test runs under. */
const stranger = { uid: 4711, gid: 4711, name: 'stranger' }
const log = { info: () => {} }

const folders = async () => {
  const top = await mkdtemp(join(tmpdir(), 'millrace-place-'))
  onTestFinished(() => rm(top, { recursive: true }))
  await chmod(top, 0o755)
  const [closed, home, open] = [join(top, 'closed'), join(top, 'closed', 'data'), join(top, 'open')]
  await mkdir(home, { recursive: true })
  await chmod(closed, 0o700)
  return { closed, home, open }
}

test('a data folder that can be reached keeps its cluster', async () => {
  const { closed, home, open } = await folders()
  await chmod(closed, 0o711)
  expect(await placeFor(home, stranger, log, open)).toBe(join(home, 'postgres'))
  expect(await placeFor(home, undefined, log, open)).toBe(join(home, 'postgres'))
})

test('one that cannot has a link to it, and finds it again', async () => {
  const { home, open } = await folders()
  const place = await placeFor(home, stranger, log, open)
  expect(place.startsWith(open)).toBe(true)
  expect(await readlink(join(home, 'postgres'))).toBe(place)
  expect(await placeFor(home, stranger, log, open)).toBe(place)
})

test('a data folder that was removed and made anew gets a new cluster, and the old one goes', async () => {
  const { home, open } = await folders()
  const old = await placeFor(home, stranger, log, open)
  await mkdir(old)
  await rm(home, { recursive: true })
  await mkdir(home)
  const place = await placeFor(home, stranger, log, open)
  expect(place).not.toBe(old)
  await mkdir(place)
  expect((await readdir(open)).map((name) => join(open, name)).toSorted()).toEqual([place, `${place}.home`])
})

test('the way is opened through a folder of ours only, and only to pass', async () => {
  const { closed, home } = await folders()
  await openWay(home, stranger)
  expect(canReach(home, stranger)).toBe(false)
  await openWay(closed, stranger)
  expect((await stat(closed)).mode & 0o777).toBe(0o711)
  expect(canReach(home, stranger)).toBe(true)
})
