import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { canReach, type SystemAccount } from './account.ts'
import { type Binaries, binariesIn, findBinaries } from './binaries.ts'

/** Where things go that the unprivileged account cannot reach in the folders of root. */
export const OPEN_FOLDER = '/var/lib/millrace'

/** Beside a cluster in the open folder: whose it is. */
const OWNER_FILE = '.home'

const linkOf = async (path: string): Promise<string | undefined> =>
  (await lstat(path).catch(() => undefined))?.isSymbolicLink() ? readlink(path) : undefined

/** Removes clusters whose data folder is gone or has another one by now. */
const sweep = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(OWNER_FILE)) continue
    const place = join(folder, name.slice(0, -OWNER_FILE.length))
    const home = (await readFile(join(folder, name), 'utf8')).trim()
    if ((await linkOf(join(home, 'postgres'))) === place) continue
    await rm(place, { recursive: true, force: true })
    await rm(join(folder, name))
  }
}

/** Lets the account pass through a data folder that is ours, where nothing else is in the way; it cannot list or read it. */
export const openWay = async (home: string, account: SystemAccount): Promise<void> => {
  if (canReach(home, account) || !canReach(dirname(home), account)) return
  const { mode, uid } = await stat(home)
  if (uid === process.getuid?.()) await chmod(home, mode | 0o011)
}

/** The place of the cluster: in the data folder, or in an open folder with a link to it where root's folders are closed. */
export const placeFor = async (
  home: string,
  account: SystemAccount | undefined,
  log: Pick<Logger, 'info'>,
  folder = OPEN_FOLDER,
): Promise<string> => {
  const usual = join(home, 'postgres')
  const linked = await linkOf(usual)
  if (linked) return linked
  if (!account || canReach(home, account)) return usual
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const place = join(folder, randomBytes(8).toString('hex'))
  log.info(`PostgreSQL runs as ${account.name}, which cannot enter ${home}; the database is kept in ${place}.`)
  await symlink(place, usual)
  await writeFile(`${place}${OWNER_FILE}`, `${home}\n`)
  await sweep(folder)
  return place
}

/** Where the library links go. */
export const linksFor = (home: string, account: SystemAccount | undefined, { root }: Binaries): string =>
  account && !canReach(home, account)
    ? join(OPEN_FOLDER, `lib-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`)
    : join(home, 'lib')

/** The binaries, copied into an open folder where the account cannot reach those of the package. */
export const reachableBinaries = async (account: SystemAccount | undefined): Promise<Binaries> => {
  const found = await findBinaries()
  if (!account || canReach(found.lib, account)) return found
  const home = join(OPEN_FOLDER, `postgres-${found.version}`)
  if (!existsSync(home)) {
    const fresh = `${home}.${process.pid}`
    await mkdir(OPEN_FOLDER, { recursive: true, mode: 0o755 })
    await cp(found.root, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
    // Another process may have been faster; its copy is as good.
    await rename(fresh, home).catch(() => rm(fresh, { recursive: true, force: true }))
  }
  return binariesIn(join(home, 'native'), found.version)
}
