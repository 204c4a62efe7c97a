import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { House, Service } from '@millrace/kit/server'
import { keepFiles, missingFiles, ownersOfImages } from './imageBytes.ts'
import { COPIES, IMAGE_KEY, type ImageFiles, PICTURE } from './imageFiles.ts'

const AT_ONCE = 500

/** The key of the image that a copy belongs to. */
const wholeKey = (key: string) => key.replace(/_\d+(?=\.\w+$)/, '')

/** What is not there, or was put aside by another process of this machine meanwhile, is passed over. */
const unlessGone = <T>(doing: Promise<T>): Promise<T | undefined> =>
  doing.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

const namesIn = async (folder: string): Promise<string[]> => {
  const names = (await unlessGone(readdir(folder))) ?? []
  return names.filter((name) => IMAGE_KEY.test(name) && !name.startsWith(PICTURE))
}

// What is adopted is a copy from then on: it is not looked at again, nor brought back once the database has let it go.
const putAside = async (folder: string, names: readonly string[]) => {
  await mkdir(join(folder, COPIES), { recursive: true })
  for (const name of names) await unlessGone(rename(join(folder, name), join(folder, COPIES, name)))
}

/**
 * Puts files into the database that lie only in this machine's folder, as versions before left them; answers how many. It
 * can be stopped anywhere and done again.
 */
export const adoptFiles = async (
  { db, clock }: Pick<House, 'db' | 'clock'>,
  { folder }: Pick<ImageFiles, 'folder'>,
  isStopped: () => boolean = () => false,
): Promise<number> => {
  const names = await namesIn(folder)
  let adopted = 0
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE)
    const keys = await missingFiles(db, some)
    const owners = await db.system((tx) => ownersOfImages(tx, [...keys, ...keys.map(wholeKey)]))
    for (const key of keys) {
      if (isStopped()) return adopted
      const bytes = await unlessGone(readFile(join(folder, key)))
      if (!bytes?.length) continue
      const accountId = owners.get(key) ?? owners.get(wholeKey(key)) ?? null
      await db.system((tx) => keepFiles(tx, accountId, [{ key, bytes }], clock.now()))
      adopted++
    }
    await putAside(folder, some)
  }
  return adopted
}

/** Adopts beside everything else when a process that answers starts: images are shown from the folder until then. */
export const adoptingFiles = (house: House, files: ImageFiles): Service => ({
  name: 'images of before',
  role: 'api',
  start: async () => {
    let isStopped = false
    const adopting = adoptFiles(house, files, () => isStopped).then(
      (count) => {
        if (count) house.log.info({ count }, 'Images of this machine were put into the database')
      },
      (error: Error) => house.log.error({ err: error }, 'Images of this machine could not be put into the database'),
    )
    return async () => {
      isStopped = true
      await adopting
    }
  },
})
