import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db, Tx } from '@millrace/kit/server'
import { keepFiles, lengthOfFile, readFileParts } from './imageBytes.ts'

const TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' }

/** What a key looks like: nothing else is looked for. */
export const IMAGE_KEY = /^[\w-]{20,46}\.(png|jpg|gif|webp)$/

/** Where, in the folder, copies of what the database holds lie; beside it lie files that versions before left. */
export const COPIES = 'copies'

/** How keys of small pictures of emails begin: these are made anew and their former ones removed. */
export const PICTURE = 'picture-'

/** An image's bytes and their smaller copies. */
export type ImageToKeep = {
  bytes: Buffer
  extension: string
  copies?: readonly { width: number; bytes: Buffer }[]
}

/** Images in the database, and in a folder of this machine those that were asked for here. */
export type ImageFiles = {
  /** Keeps an image in the caller's transaction; answers its key, which cannot be guessed. */
  keep(tx: Tx, accountId: number, image: ImageToKeep, now: Date): Promise<string>
  /** The bytes under a key, or undefined. */
  open(key: string): Promise<{ contentType: string; bytes: number; stream: Readable } | undefined>
  /** The folder of this machine; its copies can be thrown away at any time. */
  folder: string
}

/** The key of an image's copy of a width. */
export const copyKey = (key: string, width: number): string => key.replace('.', `_${width}.`)

const lengthOnDisk = async (path: string): Promise<number | undefined> => {
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found.size : undefined
}

// Whoever reads the folder never sees half a file, also where two processes share it.
const copyToDisk = async (db: Db, folder: string, key: string, length: number) => {
  await mkdir(folder, { recursive: true })
  const part = join(folder, `${key}.${randomBytes(6).toString('hex')}.part`)
  try {
    await pipeline(Readable.from(readFileParts(db, key, length)), createWriteStream(part))
    await rename(part, join(folder, key))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** The images of an installation, those that this machine was asked for in a folder beside. */
export const imageFiles = (db: Db, folder: string, onTrouble: (error: Error) => void): ImageFiles => {
  const copies = join(folder, COPIES)
  const underWay = new Map<string, Promise<boolean>>()
  // A mail that arrives in a thousand places asks for its pictures at once: they are read once.
  const fetched = (key: string, length: number): Promise<boolean> => {
    const known = underWay.get(key)
    if (known) return known
    const copying = copyToDisk(db, copies, key, length)
      .then(() => true)
      .catch((error: Error) => {
        onTrouble(error)
        return false
      })
      .finally(() => underWay.delete(key))
    underWay.set(key, copying)
    return copying
  }
  return {
    folder,
    keep: async (tx, accountId, { bytes, extension, copies: smaller = [] }, now) => {
      const key = `${randomBytes(18).toString('base64url')}.${extension}`
      const files = smaller.map((copy) => ({ key: copyKey(key, copy.width), bytes: copy.bytes }))
      await keepFiles(tx, accountId, [{ key, bytes }, ...files], now)
      return key
    },
    open: async (key) => {
      const extension = IMAGE_KEY.exec(key)?.[1]
      if (!extension) return undefined
      const path = join(copies, key)
      const contentType = TYPES[extension] ?? ''
      for (const place of [path, join(folder, key)]) {
        const here = await lengthOnDisk(place)
        if (here !== undefined) return { contentType, bytes: here, stream: createReadStream(place) }
      }
      const length = await lengthOfFile(db, key)
      if (length === undefined) return undefined
      // A full disk keeps no picture from being shown.
      const stream = (await fetched(key, length))
        ? createReadStream(path)
        : Readable.from(readFileParts(db, key, length))
      return { contentType, bytes: length, stream }
    },
  }
}
