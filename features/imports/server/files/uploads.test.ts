import { gzipSync } from 'node:zlib'
import { testHouse } from '@millrace/kit/testing'
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
  ])('is unpacked: %s', async (_name, bytes) => {
    const { status, body, preview } = await sending(bytes)
    expect([status, body.bytes]).toEqual([200, TEXT.length])
    expect((await preview()).preview.rows).toEqual([['ann@acme.io', 'Oslo']])
  })

  test('that grows beyond the limit is refused', async () => {
    const large = gzipSync(Buffer.alloc(201 * 1024 * 1024, 'a,b\n'), { level: 1 })
    const { status, body } = await sending(large)
    expect([status, body.error.message]).toEqual([413, 'The file is larger than 200 MB. Please split it.'])
  })

  const renamed = (from: string, to: string) => Buffer.from(ZIP.toString('latin1').replaceAll(from, to), 'latin1')
  /** Both names are as long as before, so that the list still fits. */
  const TWO = renamed('__MACOSX/._people.csv', 'more/all-the-rest.csv')
  test.each([
    ['cut off gzip', gzipSync(TEXT.repeat(50)).subarray(0, 40), 'The packed file is damaged.'],
    [
      'cut off ZIP',
      ZIP.subarray(0, 120),
      'The ZIP file is damaged. Please make it again, or bring the CSV file itself.',
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
