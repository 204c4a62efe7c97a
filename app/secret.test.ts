import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { installationSecret } from './secret.ts'

const folder = async () => {
  const path = await mkdtemp(join(tmpdir(), 'millrace-secret-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

test('a secret that is set is used, and nothing is written', async () => {
  const path = await folder()
  expect(await installationSecret(path, 'given')).toBe('given')
  expect(await readdir(path)).toEqual([])
})

test('otherwise one is made once, for its owner only', async () => {
  const path = join(await folder(), 'new')
  const secret = await installationSecret(path, undefined)
  expect(secret.length).toBeGreaterThan(40)
  expect(await installationSecret(path, undefined)).toBe(secret)
  expect((await stat(join(path, 'secret'))).mode & 0o777).toBe(0o600)
  expect(await readdir(path)).toEqual(['secret'])
})

test('two processes that start at once agree', async () => {
  const path = await folder()
  const secrets = await Promise.all([installationSecret(path, undefined), installationSecret(path, undefined)])
  expect(new Set(secrets).size).toBe(1)
})
