import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { csvLine } from '@millrace/kit/server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Delimiter, Encoding } from '../../contract/index.ts'
import { detectDelimiter } from './delimiter.ts'
import { distinctHeaders } from './headers.ts'
import { openFile } from './openFile.ts'
import { BEGINNING, type CsvRow, type Place, rowsOf } from './readCsv.ts'
import { scanFile } from './scanFile.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'csv-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const rowsAndPlaces = async (rows: AsyncGenerator<CsvRow>) => {
  const found: CsvRow[] = []
  for await (const row of rows) found.push(row)
  return found
}

const collect = async (rows: AsyncGenerator<CsvRow>) => {
  const found: string[][] = []
  for await (const { values } of rows) found.push(values)
  return found
}

async function* piecesOf(bytes: Buffer, size = 1 << 16): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const rowsIn = (bytes: Buffer, delimiter: Delimiter = ',', from: Place = BEGINNING, encoding: Encoding = 'utf-8') =>
  rowsOf(piecesOf(bytes.subarray(from.bytes)), { encoding, delimiter }, from)

const read = (text: string, delimiter?: Delimiter) => collect(rowsIn(Buffer.from(text), delimiter))

const open = async (name: string, bytes: Buffer | string) => {
  const path = join(folder, name)
  await writeFile(path, bytes)
  const file = await openFile(path)
  return { encoding: file.encoding, delimiter: file.delimiter, rows: await collect(file.rows()) }
}

/** RFC 4180 by hand, a character at a time: slow, and plain to see. */
const naive = (text: string, delimiter: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (sign === '"') isQuoted = true
    else if (sign === delimiter) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at++
      rows.push([...row, cell])
      row = []
      cell = ''
    } else cell += sign
  }
  if (cell || row.length) rows.push([...row, cell])
  return rows.filter((each) => each.some((value) => value.trim()))
}

const cellOf = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', ',', ';', '"', '\n', '\r\n', 'é', '漢', '🦊', '0', "'"),
  maxLength: 6,
})
const someRows = fc.array(fc.array(cellOf, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 })
const written = (rows: readonly string[][], delimiter: string, end: string) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)).join(end) + end

describe('the reader', () => {
  test('reads what was written, as the naive reader does, however the bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(
        someRows,
        fc.constantFrom<Delimiter>(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 9 }),
        async (rows, delimiter, end, size) => {
          const text = written(rows, delimiter, end)
          const pieces = piecesOf(Buffer.from(text), size)
          const found = await collect(rowsOf(pieces, { encoding: 'utf-8', delimiter }))
          expect(found).toEqual(naive(text, delimiter))
        },
      ),
      { numRuns: 150 },
    )
  })

  test.each<[Encoding, boolean]>([
    ['utf-8', false],
    ['utf-8', true],
    ['utf-16le', true],
    ['utf-16le', false],
    ['windows-1252', false],
    ['macintosh', false],
  ])('going on behind any row gives the rest, with its lines: %s, mark %s', async (encoding, hasMark) => {
    const rows = Array.from({ length: 9 }, (_, index) => [String(index), `a\n"${index}"é`])
    const text = (hasMark ? '\ufeff' : '') + written(rows, ',', '\r\n\r\n,\r\n')
    const bytes = Buffer.from(text, encoding === 'utf-16le' ? 'utf16le' : encoding === 'utf-8' ? 'utf8' : 'latin1')
    const all = await rowsAndPlaces(rowsIn(bytes, ',', BEGINNING, encoding))
    expect(all).toHaveLength(9)
    for (const [index, row] of all.entries()) {
      const rest = await rowsAndPlaces(rowsIn(bytes, ',', { bytes: row.end, line: row.line + 1 }, encoding))
      expect(rest).toEqual(all.slice(index + 1))
    }
  })

  test('where bytes cannot be read, nobody knows how far a row reaches', async () => {
    const bytes = Buffer.from('a\nb\nZo\xeb\nc\n', 'latin1')
    const rows = await rowsAndPlaces(rowsIn(bytes))
    expect(rows.map(({ values, end }) => [values[0], end])).toEqual([
      ['a', 2],
      ['b', 4],
      ['Zo\ufffd', Number.NaN],
      ['c', Number.NaN],
    ])
  })

  test('a quote that is never closed ends the file in words', async () => {
    await expect(read('a,b\n1,"2\n3,4\n')).rejects.toThrow('never closed')
  })

  test.each([
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n\n\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
    ['a\n5" pipe\n', [['a'], ['5" pipe']]],
    [
      'a,b\n,\n , \n1,\n,,\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      '\ufeffa,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['', []],
    [
      'a,b\n"Ann "Bo" Lee",2\n',
      [
        ['a', 'b'],
        ['Ann "Bo" Lee', '2'],
      ],
    ],
    [
      '"a" ,b\n"1"  ,"2" \n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\nx"y,"z\r\nw"',
      [
        ['a', 'b'],
        ['x"y', 'z\r\nw'],
      ],
    ],
  ])('%j', async (text, rows) => expect(await read(text)).toEqual(rows))
})

describe('encodings', () => {
  const text = 'Name;Mail\r\nZoë;zoe@acme.io\r\n'
  const utf16 = (bigEndian: boolean, mark: boolean) => {
    const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le')
    return bigEndian ? bytes.swap16() : bytes
  }
  const rows = [
    ['Name', 'Mail'],
    ['Zoë', 'zoe@acme.io'],
  ]

  test.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['utf-16le', utf16(false, true)],
    ['utf-16be', utf16(true, true)],
    ['utf-16le', utf16(false, false)],
    ['utf-16be', utf16(true, false)],
    ['windows-1252', Buffer.from(text, 'latin1')],
  ])('%s', async (encoding, bytes) => {
    expect(await open('encoding.csv', bytes)).toEqual({ encoding, delimiter: ';', rows })
  })

  test('accents of an old Mac inside words', async () => {
    const bytes = Buffer.from('Name,City\nRen\x8e,Z\x9frich\n', 'latin1')
    const { encoding, rows: found } = await open('mac.csv', bytes)
    expect([encoding, found[1]]).toEqual(['macintosh', ['René', 'Zürich']])
  })

  test('Central European letters inside words', async () => {
    const bytes = Buffer.concat([Buffer.from('Name;X\nMicha'), Buffer.from([0xb3]), Buffer.from('owski;1\n')])
    expect(await open('central.csv', bytes)).toEqual({
      encoding: 'windows-1250',
      delimiter: ';',
      rows: [
        ['Name', 'X'],
        ['Michałowski', '1'],
      ],
    })
  })

  test('a letter that is cut in two by the end of a piece is whole', async () => {
    const long = `a,b\n${'ä'.repeat(400_000)},x\n`
    const file = await open('long.csv', `${long}${'ö'.repeat(300_000)},y\n`)
    expect(file.encoding).toBe('utf-8')
    expect(file.rows.map((row) => [row[0]?.length, row[1]])).toEqual([
      [1, 'b'],
      [400_000, 'x'],
      [300_000, 'y'],
    ])
  })

  test('one wrong byte far into the file is noticed', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a,b\n'),
      Buffer.from(`x,${'y'.repeat(100)}\n`.repeat(12_000)),
      Buffer.from([0xe9, 0x2c, 0x7a, 0x0a]),
    ])
    const file = await open('late.csv', bytes)
    expect([file.encoding, file.rows.at(-1)]).toEqual(['windows-1252', ['é', 'z']])
  })
})

describe('delimiters', () => {
  test.each<[string, Delimiter]>([
    ['a,b,c\n1,2,3\n', ','],
    ['a;b;c\n1,5;2,5;3\n', ';'],
    ['a\tb\n1\t2\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['email\nx@y.io\n', ','],
    ['name,note\nx,"a;b;c;d"\n', ','],
    ['name;note\nx;"a,b,c,d,e"\n', ';'],
    ['sep=;\na;b\n', ';'],
    ['', ','],
  ])('%j', (text, delimiter) => expect(detectDelimiter(text)).toBe(delimiter))

  test('the line that names the separator is no row', async () => {
    expect((await open('sep.csv', 'sep=;\r\na;b\r\n1;2\r\n')).rows).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })
})

test('headers become distinct, in words', () => {
  expect(distinctHeaders([' Email ', 'email', '', 'Na\nme', 'Email (2)'])).toEqual({
    headers: ['Email', 'email (2)', 'Column 3', 'Na me', 'Email (2) (2)'],
    warnings: [
      'The header "email" appears more than once; column 2 is shown as "email (2)".',
      'Column 3 has no header.',
      'The header "Email (2)" appears more than once; column 5 is shown as "Email (2) (2)".',
    ],
  })
})

test('what a spreadsheet would run is written so that it does not', async () => {
  const values = ['=1+1', '@x', '-2', '+49 30 1', '+4930', 'a,"b"', '\tx', 'line\nbreak', '']
  const line = csvLine(values)
  expect(line).toBe(`'=1+1,'@x,-2,'+49 30 1,+4930,"a,""b""",'\tx,"line\nbreak",\r\n`)
  expect(await read(line)).toEqual([["'=1+1", "'@x", '-2', "'+49 30 1", '+4930', 'a,"b"', "'\tx", 'line\nbreak', '']])
})

test('a file that takes too long to read is reckoned by its size', async () => {
  const path = join(folder, 'large.csv')
  await writeFile(path, `email,city\n${'ann@acme.io,Oslo\n'.repeat(20_000)}`)
  const file = await openFile(path)
  const whole = await scanFile(path, file)
  expect([whole.rows, whole.isReckoned, whole.first.length]).toEqual([20_001, false, 501])
  const part = await scanFile(path, file, 0)
  expect(part.isReckoned).toBe(true)
  expect(Math.abs(part.rows - 20_001)).toBeLessThan(20)
})
