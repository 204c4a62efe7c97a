import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { canReach, unprivilegedAccount } from './account.ts'

const PASSWD = 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/bin/false\nmary:x:1000:1000::/home/mary:/bin/sh\n'
const asRoot = (passwd: string) => ({ uid: 0, passwd: () => passwd })

test.each([
  ['nobody, where nothing else is there', PASSWD, undefined, 'nobody'],
  ['postgres before nobody', `${PASSWD}postgres:x:101:104::/:/bin/sh\n`, undefined, 'postgres'],
  ['the owner of the cluster before both', PASSWD, 1000, 'mary'],
  ['never root, whoever owns the cluster', PASSWD, 0, 'nobody'],
  ['not an owner without an entry', PASSWD, 4711, 'nobody'],
])('root starts PostgreSQL as %s', (_case, passwd, owner, name) => {
  expect(unprivilegedAccount(owner, asRoot(passwd))?.name).toBe(name)
})

test('an ordinary user starts it as itself', () => {
  expect(unprivilegedAccount(undefined, { uid: 1000, passwd: () => PASSWD })).toBeUndefined()
})

test('without an account to run under there is a sentence', () => {
  expect(() => unprivilegedAccount(undefined, asRoot('root:x:0:0::/root:/bin/sh\n'))).toThrow('DATABASE_URL')
})

test('a folder is out of reach where one above it is closed', async () => {
  const home = await mkdtemp(join(tmpdir(), 'millrace-reach-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const inner = join(home, 'inner')
  await mkdir(inner)
  const nobody = { uid: 65534, gid: 65534, name: 'nobody' }
  await chmod(home, 0o700)
  expect(canReach(inner, nobody)).toBe(false)
  await chmod(home, 0o711)
  expect(canReach(inner, nobody)).toBe(true)
  await chmod(home, 0o700)
  expect(canReach(inner, { ...nobody, uid: process.getuid!() })).toBe(true)
})
