import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

const TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' }
const KEY = /^[\w-]{20,46}\.(png|jpg|gif|webp)$/

/** Images as files of the data folder. Keys cannot be guessed, and what lies under one never changes. */
export type ImageFiles = {
  /** Keeps bytes; answers their key. */
  keep(bytes: Buffer, extension: string, copies?: readonly { width: number; bytes: Buffer }[]): Promise<string>
  /** The bytes under a key, or undefined. */
  open(key: string): Promise<{ contentType: string; bytes: number; stream: Readable } | undefined>
}

/** The key of an image's copy of a width. */
export const copyKey = (key: string, width: number): string => key.replace('.', `_${width}.`)

// Whoever reads the folder never sees half a file.
const write = async (path: string, bytes: Buffer) => {
  await writeFile(`${path}.part`, bytes)
  await rename(`${path}.part`, path)
}

/** The files under a folder. */
export const imageFiles = (folder: string): ImageFiles => ({
  keep: async (bytes, extension, copies = []) => {
    await mkdir(folder, { recursive: true })
    const key = `${randomBytes(18).toString('base64url')}.${extension}`
    for (const copy of copies) await write(join(folder, copyKey(key, copy.width)), copy.bytes)
    await write(join(folder, key), bytes)
    return key
  },
  open: async (key) => {
    const extension = KEY.exec(key)?.[1]
    if (!extension) return undefined
    const path = join(folder, key)
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (!found?.isFile()) return undefined
    return { contentType: TYPES[extension] ?? '', bytes: found.size, stream: createReadStream(path) }
  },
})
