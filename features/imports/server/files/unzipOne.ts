import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { refused } from '@millrace/kit/server'

const END = 0x06054b50
const ENTRY = 0x02014b50
/** The list of files ends with this record and a comment of at most 64 KB. */
const LONGEST_END = 22 + 65_535
const LONGEST_LIST = 4 << 20

type Entry = { name: string; method: number; size: number; at: number }

const bytesAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

const damaged = () => refused('The ZIP file is damaged. Please make it again, or bring the CSV file itself.')

const entriesIn = (list: Buffer, count: number): Entry[] => {
  const entries: Entry[] = []
  for (let at = 0; entries.length < count; ) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== ENTRY) throw damaged()
    const nameEnd = at + 46 + list.readUInt16LE(at + 28)
    entries.push({
      name: list.toString('utf8', at + 46, nameEnd),
      method: list.readUInt16LE(at + 10),
      size: list.readUInt32LE(at + 20),
      at: list.readUInt32LE(at + 42),
    })
    at = nameEnd + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32)
  }
  return entries
}

const listEntries = async (file: FileHandle): Promise<Entry[]> => {
  const { size } = await file.stat()
  const tail = await bytesAt(file, Math.max(0, size - LONGEST_END), Math.min(size, LONGEST_END))
  for (let at = tail.length - 22; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue
    const length = tail.readUInt32LE(at + 12)
    if (length > LONGEST_LIST) throw damaged()
    return entriesIn(await bytesAt(file, tail.readUInt32LE(at + 16), length), tail.readUInt16LE(at + 10))
  }
  throw damaged()
}

const isOurs = ({ name }: Entry) => /\.(?:csv|tsv|txt)$/i.test(name) && !/(?:^|\/)(?:\.|__MACOSX\/)/.test(name)

const chosen = (entries: readonly Entry[]): Entry => {
  if (entries.some(({ name }) => name.startsWith('xl/')))
    throw refused('This is an Excel workbook. Save it as CSV first, then bring that file.')
  const files = entries.filter(isOurs)
  const [only] = files
  if (!only) throw refused('There is no CSV file in the ZIP file.')
  if (files.length > 1) throw refused(`There are ${files.length} CSV files in the ZIP file. Please bring one of them.`)
  if (only.method !== 0 && only.method !== 8) throw refused('The ZIP file is packed or locked in a way we cannot open.')
  return only
}

/** The one CSV file in a ZIP file, as a stream; refuses others in words. */
export const unzipOne = async (path: string): Promise<Readable> => {
  const file = await open(path)
  try {
    const { at, size, method } = chosen(await listEntries(file))
    const head = await bytesAt(file, at, 30)
    if (head.length < 30) throw damaged()
    const start = at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
    const packed = createReadStream(path, { start, end: start + Math.max(size, 1) - 1 })
    if (method === 0) return packed
    const unpacked = createInflateRaw()
    packed.on('error', (error) => unpacked.destroy(error))
    return packed.pipe(unpacked)
  } finally {
    await file.close()
  }
}
