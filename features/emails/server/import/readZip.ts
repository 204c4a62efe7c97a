import { buffer } from 'node:stream/consumers'
import { openZip, refused, type ZipEntry, type ZipRules } from '@millrace/kit/server'

/** A file of a packed mail. Nothing of it is unpacked yet. */
export type PackedFile = Pick<ZipEntry, 'size' | 'read'> & {
  /** Where it lies, with slashes; never out of the archive. */
  path: string
}

/** More files than an exported mail has. */
export const MOST_ENTRIES = 1_000

const BROKEN = 'This archive cannot be read. Please pack it anew as a plain .zip file.'

const RULES: ZipRules = {
  most: MOST_ENTRIES,
  crowded: `This archive has too many files. ${MOST_ENTRIES} is the most.`,
  damaged: BROKEN,
  locked: 'This archive has a password. Please pack it without one.',
  unknown: BROKEN,
}

/** A path inside of an archive, or undefined where it leads out of it or is nobody's. */
export const safePath = (name: string): string | undefined => {
  const parts: string[] = []
  if (name.includes('\0') || /^([a-z]:|[\\/])/i.test(name)) return undefined
  for (const part of name.split(/[\\/]/)) {
    if (part === '..' && !parts.pop()) return undefined
    if (part && part !== '.' && part !== '..') parts.push(part)
  }
  const isOfSystem = parts[0] === '__MACOSX' || parts.at(-1)?.startsWith('._')
  return parts.length && !isOfSystem ? parts.join('/') : undefined
}

/** The files of an archive by its list; folders, and paths that lead out of it, are left out. */
export const listZip = async (bytes: Buffer): Promise<PackedFile[]> => {
  const files: PackedFile[] = []
  const { entries } = await openZip(bytes, RULES)
  for await (const { name, size, isLocked, read } of entries) {
    if (isLocked) throw refused(RULES.locked)
    const path = name.endsWith('/') ? undefined : safePath(name)
    if (path) files.push({ path, size, read })
  }
  return files
}

/** The bytes of one file, at most `most` of them: what unpacks to more, or to something else than the list says, is refused. */
export const readPacked = async ({ path, size, read }: PackedFile, most: number): Promise<Buffer> => {
  if (size > most) throw refused(`${path} is too large.`)
  return buffer(read())
}
