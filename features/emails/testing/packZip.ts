import { crc32, deflateRawSync } from 'node:zlib'

/** A file of a test's archive; what is told differently from what is there is a lie of the list. */
export type Packed = {
  name: string
  bytes: Buffer | string
  isStored?: boolean
  lie?: { size?: number; checksum?: number; flags?: number; method?: number }
}

/** Packs files as any packing program does, or as no honest one would. */
export const packZip = (files: readonly Packed[], comment = ''): Buffer => {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name, bytes, isStored, lie = {} } of files) {
    const raw = Buffer.from(bytes)
    const packed = isStored ? raw : deflateRawSync(raw)
    const named = Buffer.from(name)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(lie.flags ?? 0x800, 2)
    about.writeUInt16LE(lie.method ?? (isStored ? 0 : 8), 4)
    about.writeUInt32LE(lie.checksum ?? crc32(raw), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(lie.size ?? raw.length, 18)
    about.writeUInt16LE(named.length, 22)
    const place = Buffer.alloc(16)
    place.writeUInt32LE(at, 12)
    list.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, place.subarray(2), named)
    const whole = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, named, packed])
    parts.push(whole)
    at += whole.length
  }
  const listed = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, listed, end, Buffer.from(comment)])
}
