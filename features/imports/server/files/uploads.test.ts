import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { type Packed, packZip, testHouse } from '@millrace/kit/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importingAccount, type TestImports, testImports } from '../../testing/index.ts'

let all: TestImports
beforeAll(async () => {
  all = await testImports(testHouse)
})
afterAll(() => all.close())

const TEXT = 'email,city\nann@acme.io,Oslo\n'
/** The text above as people.csv, beside a file that Macs leave. */
const ZIP = Buffer.from(
  'UEsDBBQAAAAIAAAAIVxdCsicHgAAABwAAAAKAAAAcGVvcGxlLmNzdkvNTczM0UnOLKnkSszLc0hMzk3Vy8zX8S/OyecCAFBLAwQUAAAACAAAACFcgxbcjAMAAAABAAAAFQAAAF9fTUFDT1NYLy5fcGVvcGxlLmNzdqsAAFBLAQIUAxQAAAAIAAAAIVxdCsicHgAAABwAAAAKAAAAAAAAAAAAAACAAQAAAABwZW9wbGUuY3N2UEsBAhQDFAAAAAgAAAAhXIMW3IwDAAAAAQAAABUAAAAAAAAAAAAAAIABRgAAAF9fTUFDT1NYLy5fcGVvcGxlLmNzdlBLBQYAAAAAAgACAHsAAAB8AAAAAAA=',
  'base64',
)

const sending = async (bytes: string | Buffer) => {
  const { client, put } = await importingAccount(all)
  const { url, key } = await client.call('createUploadUrl', { body: { fileName: 'people' } })
  const reply = await put(url, bytes)
  const preview = () => client.call('previewImport', { body: { peopleFileKey: key } })
  return { status: reply.statusCode, body: reply.json(), preview }
}

describe('a packed file', () => {
  test.each([
    ['gzip', gzipSync(TEXT)],
    ['ZIP', ZIP],
    ['ZIP64', packZip([{ name: 'people.csv', bytes: TEXT }], { isZip64: true })],
    ['ZIP of what is not deflated', packZip([{ name: 'people.csv', bytes: TEXT, isStored: true }])],
  ])('is unpacked: %s', async (_name, bytes) => {
    const { status, body, preview } = await sending(bytes)
    expect([status, body.bytes]).toEqual([200, TEXT.length])
    expect((await preview()).preview.rows).toEqual([['ann@acme.io', 'Oslo']])
  })

  test.each<[string, (large: Buffer) => Buffer]>([
    ['gzip', (large) => gzipSync(large, { level: 1 })],
    ['ZIP', (large) => packZip([{ name: 'people.csv', bytes: large }])],
  ])('that grows beyond the limit is refused: %s', async (_name, packed) => {
    const { status, body } = await sending(packed(Buffer.alloc(201 * 1024 * 1024, 'a,b\n')))
    expect([status, body.error.message]).toEqual([413, 'The file is larger than 200 MB. Please split it.'])
  })

  const DAMAGED = 'The ZIP file is damaged. Please make it again, or bring the CSV file itself.'
  const LOCKED = 'The ZIP file is packed or locked in a way we cannot open.'
  const packOne = (lie: Packed['lie']) => packZip([{ name: 'people.csv', bytes: TEXT, lie }])
  /** The end of its list would be further away than any file is long. */
  const NOWHERE = packZip([{ name: 'people.csv', bytes: TEXT }], { isZip64: true })
  NOWHERE.fill(0xff, NOWHERE.indexOf('PK\x06\x07') + 8, NOWHERE.indexOf('PK\x06\x07') + 16)

  const renamed = (from: string, to: string) => Buffer.from(ZIP.toString('latin1').replaceAll(from, to), 'latin1')
  /** Both names are as long as before, so that the list still fits. */
  const TWO = renamed('__MACOSX/._people.csv', 'more/all-the-rest.csv')
  test.each([
    ['cut off gzip', gzipSync(TEXT.repeat(50)).subarray(0, 40), 'The packed file is damaged.'],
    ['cut off ZIP', ZIP.subarray(0, 120), DAMAGED],
    ['a ZIP whose list is nowhere', NOWHERE, DAMAGED],
    ['a ZIP with changed bytes', packOne({ checksum: 1 }), DAMAGED],
    ['a ZIP that unpacks to more than it says', packOne({ size: 9 }), DAMAGED],
    ['a ZIP with a password', packOne({ flags: 1 }), LOCKED],
    ['a ZIP with a stronger password', packOne({ flags: 0x41 }), LOCKED],
    ['a ZIP packed in another way', packOne({ method: 14 }), LOCKED],
    [
      'a ZIP with too many files',
      packZip(Array.from({ length: 10_001 }, (_, at) => ({ name: `${at}`, bytes: '', isStored: true }))),
      'There are too many files in the ZIP file. Please bring the CSV file itself.',
    ],
    ['no CSV inside', renamed('people.csv', 'people.doc'), 'There is no CSV file in the ZIP file.'],
    ['two inside', TWO, 'There are 2 CSV files in the ZIP file. Please bring one of them.'],
    [
      'a workbook',
      renamed('people.csv', 'xl/styles1'),
      'This is an Excel workbook. Save it as CSV first, then bring that file.',
    ],
  ])('%s', async (_name, bytes, message) => {
    const { status, body } = await sending(bytes)
    expect([status, body.error.message]).toEqual([422, message])
  })

  test.runIf(existsSync('/proc/self/fd'))('is closed, whatever became of it', async () => {
    // Most of these is not read any more once they are found to be damaged.
    const long = randomBytes(1 << 20)
    const damaged = [
      Buffer.concat([gzipSync(TEXT).subarray(0, 20), long]),
      packZip([{ name: 'people.csv', bytes: long, lie: { size: 9 } }]),
      packZip([{ name: 'people.csv', bytes: long, isStored: true, lie: { method: 8 } }]),
    ]
    for (const bytes of damaged) expect((await sending(bytes)).body.error.message).toContain('damaged')
    for (const bytes of [gzipSync(TEXT), ZIP, TWO, NOWHERE]) await sending(bytes)
    const openOnes = async () => {
      const open = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
      return (await Promise.all(open)).filter((path) => path.startsWith(all.house.settings.DATA_DIR))
    }
    await expect.poll(openOnes).toEqual([])
  })
})

describe('a file of another kind is refused in words', () => {
  test.each<[string | Buffer, string]>([
    ['', 'The file is empty.'],
    ['%PDF-1.7\n…', 'This is a PDF. Save it as CSV first, then bring that file.'],
    [Buffer.from('d0cf11e0a1b11ae100', 'hex'), 'This is an Excel file. Save it as CSV first, then bring that file.'],
    [Buffer.from('89504e470d0a1a0a', 'hex'), 'This is a picture. Save it as CSV first, then bring that file.'],
    ['\ufeff<!DOCTYPE html><html>', 'This is a web page or XML, not a CSV file.'],
    ['[{"email":"a@b.io"}]', 'This is JSON, not a CSV file.'],
    [Buffer.from('fffe000061000000', 'hex'), expect.stringContaining('UTF-32')],
    [Buffer.from('61010203040506', 'hex'), 'This is not a text file. Bring a CSV file.'],
  ])('%#', async (bytes, message) => {
    const { status, body } = await sending(bytes)
    expect([status, body.error.message]).toEqual([422, message])
  })

  test('but not what only looks odd', async () => {
    for (const text of ['<Name>,Email\nx,a@b.io\n', '"{id}",email\n1,a@b.io\n', 'a\u0000b,email\n1,a@b.io\n'])
      expect((await sending(text)).status).toBe(200)
    const chinese = Buffer.from('\ufeff名字,email\n漢字ĂĆ,a@b.io\n', 'utf16le')
    const { preview } = await sending(chinese)
    expect((await preview()).preview).toMatchObject({ encoding: 'utf-16le', rows: [['漢字ĂĆ', 'a@b.io']] })
  })
})
