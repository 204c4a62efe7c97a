import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Packed, packZip } from '../testing/packZip.ts'
import { openZip, type ZipRules } from './openZip.ts'
import { Refusal } from './refusal.ts'

const RULES: ZipRules = { most: 3, crowded: 'crowded', damaged: 'damaged', locked: 'locked', unknown: 'unknown' }
const TEXT = 'email,city\nann@acme.io,Oslo\n'.repeat(9)
const FILES: Packed[] = [
  { name: 'a/people.csv', bytes: TEXT },
  { name: 'a/', bytes: '', isStored: true },
  { name: '../more.csv', bytes: TEXT, isStored: true },
]
const READ = [
  ['a/people.csv', TEXT],
  ['a/', ''],
  ['../more.csv', TEXT],
]

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'))
})
afterAll(() => rm(folder, { recursive: true }))

let written = 0
/** The two ways in which archives come. */
const ways: [string, (bytes: Buffer) => Promise<string | Buffer>][] = [
  ['bytes', async (bytes) => bytes],
  [
    'a file',
    async (bytes) => {
      const path = join(folder, `${written++}.zip`)
      await writeFile(path, bytes)
      return path
    },
  ],
]

const readAll = async (from: string | Buffer) => {
  const { entries, close } = await openZip(from, RULES)
  const read: string[][] = []
  try {
    for await (const entry of entries) read.push([entry.name, (await buffer(entry.read())).toString()])
  } finally {
    await close()
  }
  return read
}

const HUGE = 2 ** 60
/** As if the list, or what says where it is, named a place that no file is long enough for. */
const nowhere = (mark: string, at: number) => {
  const bytes = packZip(FILES, { isZip64: true })
  return bytes.fill(0xff, bytes.indexOf(mark) + at, bytes.indexOf(mark) + at + 8)
}
/** As if the end told of another list than the one before it. */
const elsewhere = () => {
  const bytes = packZip(FILES)
  bytes.writeUInt32LE(0, bytes.length - 6)
  return bytes
}
const lying = (lie: Packed['lie'], isStored = false) => packZip([{ name: 'a.csv', bytes: TEXT, isStored, lie }])

describe.each(ways)('an archive that comes as %s', { timeout: 60_000 }, (_way, put) => {
  test.each([
    ['', packZip(FILES)],
    [' with a comment', packZip(FILES, { comment: 'packed by hand' })],
    [' in ZIP64', packZip(FILES, { isZip64: true })],
    [' with more after its end', Buffer.concat([packZip(FILES), Buffer.from('more')])],
    [' filled up', Buffer.concat([packZip(FILES), Buffer.alloc(0xffff)])],
    [' filled up after its comment', Buffer.concat([packZip(FILES, { comment: 'by hand' }), Buffer.alloc(512)])],
    [' filled up in ZIP64', Buffer.concat([packZip(FILES, { comment: 'by hand', isZip64: true }), Buffer.alloc(512)])],
    [' with what looks like an end after its end', Buffer.concat([packZip(FILES), packZip([]), Buffer.from('more')])],
  ])('is read%s', async (_what, bytes) => expect(await readAll(await put(bytes))).toEqual(READ))

  test('is read with no file in it and more after its end', async () =>
    expect(await readAll(await put(Buffer.concat([packZip([]), Buffer.from('more')])))).toEqual([]))

  test('may be read side by side, and left', async () => {
    const { entries, close } = await openZip(await put(packZip(FILES)), RULES)
    const files = []
    for await (const entry of entries) files.push(entry)
    const [people, , more] = files
    for await (const chunk of more!.read()) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
    const texts = await Promise.all([people, more, people].map(async (file) => (await buffer(file!.read())).toString()))
    expect(texts).toEqual([TEXT, TEXT, TEXT])
    expect(files.map(({ size }) => size)).toEqual([TEXT.length, 0, TEXT.length])
    await close()
  })

  test.each([
    ['that is not there', Buffer.alloc(0), 'damaged'],
    ['that is something else', Buffer.from(TEXT), 'damaged'],
    ['with more files than allowed', packZip([...FILES, { name: 'b', bytes: '' }]), 'crowded'],
    ['with a password', lying({ flags: 1 }), 'locked'],
    ['with a stronger password', lying({ flags: 0x41 }), 'locked'],
    ['packed in another way', lying({ method: 14 }), 'unknown'],
    ['that unpacks to more', lying({ size: 9 }), 'damaged'],
    ['that unpacks to less', lying({ size: 9_000 }), 'damaged'],
    ['that holds more', lying({ size: 9 }, true), 'damaged'],
    ['with another checksum', lying({ checksum: 1 }), 'damaged'],
    ['with a file in another place', lying({ at: 9 }), 'damaged'],
    ['with a file behind its end', lying({ at: 9_000 }), 'damaged'],
    ['with a file nowhere', packZip([{ ...FILES[0]!, lie: { at: HUGE } }], { isZip64: true }), 'damaged'],
    ['with a list nowhere', nowhere('PK\x06\x06', 48), 'damaged'],
    ['with the end of its list nowhere', nowhere('PK\x06\x07', 8), 'damaged'],
    ['with much after its end', Buffer.concat([packZip(FILES), Buffer.alloc(0x1_0100)]), 'damaged'],
    ['with another after its end', Buffer.concat([packZip(FILES), packZip([FILES[0]!])]), 'damaged'],
    ['with a list elsewhere and more after its end', Buffer.concat([elsewhere(), Buffer.from('more')]), 'damaged'],
  ])('%s is refused', async (_what, bytes, message) => {
    const refusal = await readAll(await put(bytes)).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ status: 422, message })
  })

  test.each([false, true])('is refused wherever it was cut (in ZIP64: %s)', async (isZip64) => {
    const whole = packZip(FILES.slice(0, 1), { comment: 'a comment', isZip64 })
    for (let length = 0; length < whole.length; length++)
      await expect(readAll(await put(whole.subarray(0, length)))).rejects.toThrow('damaged')
  })

  test.each([false, true])(
    'never ends more than itself, whichever byte was changed (in ZIP64: %s)',
    async (isZip64) => {
      const whole = packZip([FILES[0]!], { isZip64 })
      for (let at = 0; at < whole.length; at++)
        for (const byte of new Set([0xff, whole[at]! ^ 1])) {
          const changed = Buffer.from(whole)
          changed[at] = byte
          const read = await readAll(await put(changed)).catch((error: unknown) => error)
          // Names and dates have no checksum; what is read is what was packed.
          if (Array.isArray(read)) expect([[], [[expect.any(String), TEXT]]]).toContainEqual(read)
          else expect(read).toBeInstanceOf(Refusal)
        }
    },
  )
})

test.each([
  ['in UTF-8', Buffer.from('Möwe 漢.png'), 0x800, 'Möwe 漢.png'],
  ['in UTF-8, which is not said', Buffer.from('Möwe 漢.png'), 0, 'Möwe 漢.png'],
  ['of MS-DOS', Buffer.from('M\x94we.png', 'latin1'), 0, 'Möwe.png'],
  ['of MS-DOS, said to be UTF-8', Buffer.from('M\x94we.png', 'latin1'), 0x800, 'Möwe.png'],
  ['with backslashes', Buffer.from('..\\images\\a.png'), 0, '../images/a.png'],
])('names %s', async (_what, name, flags, wanted) => {
  expect(await readAll(packZip([{ name, bytes: 'x', lie: { flags } }]))).toEqual([[wanted, 'x']])
})

test('what the disk says is not the archive’s', async () => {
  await expect(openZip(join(folder, 'gone.zip'), RULES)).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(openZip(folder, RULES)).rejects.toMatchObject({ code: 'EISDIR' })
})

describe.runIf(existsSync('/proc/self/fd'))('no file is left open', () => {
  const openOnes = async () => {
    const open = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
    return (await Promise.all(open)).filter((path) => path.startsWith(folder))
  }
  const put = ways[1]![1]

  test.each([
    ['was read', packZip(FILES), true],
    ['is none', Buffer.from(TEXT), false],
    ['has too many files', packZip([...FILES, ...FILES]), false],
    ['has a list nowhere', nowhere('PK\x06\x06', 48), false],
    ['has a file nowhere', packZip([{ ...FILES[0]!, lie: { at: HUGE } }], { isZip64: true }), false],
    ['is damaged', lying({ checksum: 1 }), false],
    ['is no deflated data', lying({ method: 8 }, true), false],
  ])('that %s', async (_what, bytes, isRead) => {
    const read = await readAll(await put(bytes)).then(
      () => true,
      () => false,
    )
    expect([read, await openOnes()]).toEqual([isRead, []])
  })

  test('that was read in part, and comes in pieces', async () => {
    const path = (await put(packZip([{ name: 'a', bytes: Buffer.alloc(20 << 20) }]))) as string
    const { entries, close } = await openZip(path, RULES)
    const { value } = await entries.next()
    for await (const chunk of value!.read()) {
      expect(chunk.length).toBeLessThan(1 << 20)
      expect(await openOnes()).toEqual([path])
      break
    }
    await close()
    expect(await openOnes()).toEqual([])
  })
})
