import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a test's archive; what is told differently from what is there is a lie of the list. */
export type Packed = {
  /** Bytes for a name that is not written in UTF-8. */
  name: string | Buffer
  bytes: Buffer | string
  isStored?: boolean
  lie?: { size?: number; checksum?: number; flags?: number; method?: number; at?: number }
}

/** As ZIP64 has it, the places of an archive's list hold nothing, and its larger ones hold everything. */
type Way = { comment?: string; isZip64?: boolean }

const NOWHERE = 0xffffffff
const UTF8_NAMES = 0x800

/** Numbers one after another, each as wide as it is told. */
const fields = (...numbers: [value: number, bytes: 2 | 4 | 8][]): Buffer =>
  Buffer.concat(
    numbers.map(([value, bytes]) => {
      const field = Buffer.alloc(8)
      field.writeBigUInt64LE(BigInt(value))
      return field.subarray(0, bytes)
    }),
  )

const packOne = ({ name, bytes, isStored, lie = {} }: Packed, startsAt: number, isZip64: boolean) => {
  const raw = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  const packed = isStored ? raw : deflateRawSync(raw, { level: 1 })
  const named = Buffer.from(name)
  const size = lie.size ?? raw.length
  const at = lie.at ?? startsAt
  const method = lie.method ?? (isStored ? 0 : 8)
  const sizes = fields([isZip64 ? NOWHERE : packed.length, 4], [isZip64 ? NOWHERE : size, 4])
  const large = (...more: [number, 8][]) =>
    isZip64 ? fields([1, 2], [16 + 8 * more.length, 2], [size, 8], [packed.length, 8], ...more) : Buffer.alloc(0)
  const about = (extra: Buffer) =>
    Buffer.concat([
      fields(
        [isZip64 ? 45 : 20, 2],
        [lie.flags ?? UTF8_NAMES, 2],
        [method, 2],
        [0, 4],
        [lie.checksum ?? crc32(raw), 4],
      ),
      sizes,
      fields([named.length, 2], [extra.length, 2]),
    ])
  const [here, listed] = [large(), large([at, 8])]
  const place = fields([0, 8], [0, 2], [isZip64 ? NOWHERE : at, 4])
  return {
    whole: Buffer.concat([Buffer.from('PK\x03\x04'), about(here), named, here, packed]),
    line: Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), about(listed), place, named, listed]),
  }
}

/** Packs files as any packing program does, or as no honest one would. */
export const packZip = (files: readonly Packed[], { comment = '', isZip64 = false }: Way = {}): Buffer => {
  const parts: Buffer[] = []
  const lines: Buffer[] = []
  let at = 0
  for (const file of files) {
    const { whole, line } = packOne(file, at, isZip64)
    parts.push(whole)
    lines.push(line)
    at += whole.length
  }
  const list = Buffer.concat(lines)
  const { length } = files
  const end64 = [
    Buffer.from('PK\x06\x06'),
    fields([44, 8], [45, 2], [45, 2], [0, 8], [length, 8], [length, 8], [list.length, 8], [at, 8]),
    Buffer.from('PK\x06\x07'),
    fields([0, 4], [at + list.length, 8], [1, 4]),
  ]
  const told = isZip64 ? ([0xffff, NOWHERE, NOWHERE] as const) : ([length, list.length, at] as const)
  const end = fields([0, 4], [told[0], 2], [told[0], 2], [told[1], 4], [told[2], 4], [comment.length, 2])
  return Buffer.concat([
    ...parts,
    list,
    ...(isZip64 ? end64 : []),
    Buffer.from('PK\x05\x06'),
    end,
    Buffer.from(comment),
  ])
}
