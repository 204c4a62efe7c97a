import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { type SystemAccount, unprivilegedAccount } from './account.ts'
import { type Binaries, binariesEnvironment, linkLibraries } from './binaries.ts'
import { linksFor, openWay, placeFor, reachableBinaries } from './place.ts'

/** A cluster folder that is ready to be started, and how to start it. */
export type Cluster = {
  folder: string
  binaries: Binaries
  environment: NodeJS.ProcessEnv
  account: SystemAccount | undefined
  secrets: ClusterSecrets
}

/** Kept beside the cluster, readable by its owner alone. */
export type ClusterSecrets = { port?: number; adminPassword: string; password: string }

const secretsFile = (dataDir: string) => join(dataDir, 'postgres.json')

/** Reads what is kept about a data folder's cluster. */
export const readSecrets = async (dataDir: string): Promise<ClusterSecrets | undefined> => {
  const file = secretsFile(dataDir)
  return existsSync(file) ? (JSON.parse(await readFile(file, 'utf8')) as ClusterSecrets) : undefined
}

/** Keeps it; the file appears whole. */
export const keepSecrets = async (dataDir: string, secrets: ClusterSecrets): Promise<void> => {
  const fresh = `${secretsFile(dataDir)}.${process.pid}`
  await writeFile(fresh, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  await rename(fresh, secretsFile(dataDir))
}

const ownerOf = async (folder: string) => (existsSync(folder) ? (await stat(folder)).uid : undefined)

const initialise = async (
  place: string,
  { binaries, environment, account, secrets }: Omit<Cluster, 'folder'>,
  throwaway: boolean,
) => {
  const fresh = `${place}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  const passwordFile = join(fresh, 'password')
  const own = async (path: string) => (account ? chown(path, account.uid, account.gid) : undefined)
  await writeFile(passwordFile, secrets.adminPassword, { mode: 0o600 })
  await own(fresh)
  await own(passwordFile)
  const cluster = join(fresh, 'cluster')
  const options = [
    ...['-D', cluster, '-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ...(throwaway ? ['--no-sync'] : []),
  ]
  await promisify(execFile)(binaries.initdb, options, {
    env: environment,
    cwd: '/',
    ...(account && { uid: account.uid, gid: account.gid }),
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(`The database could not be set up in ${place}.\n${error.stderr || error.message}`)
  })
  await rename(cluster, place)
  await rm(fresh, { recursive: true, force: true })
}

const checkVersion = async (place: string) => {
  const version = (await readFile(join(place, 'PG_VERSION'), 'utf8')).trim()
  if (version === '18') return
  throw new Error(`${place} was made by PostgreSQL ${version}, and this is 18. Export it with that version first.`)
}

const checkOwner = async (place: string, account: SystemAccount | undefined) => {
  const owner = (await stat(place)).uid
  const mine = account?.uid ?? process.getuid?.()
  if (mine !== undefined && owner !== mine) {
    throw new Error(
      `${place} belongs to the system account ${owner}, not to ${account?.name ?? mine}. Start as that account, or change the owner.`,
    )
  }
}

/** Makes the data folder and its cluster where they are missing; a set-up that was cut off starts over. */
export const prepareCluster = async (dataDir: string, throwaway: boolean, log: Logger): Promise<Cluster> => {
  const home = resolve(dataDir)
  await mkdir(home, { recursive: true, mode: 0o755 })
  const account = unprivilegedAccount(await ownerOf(join(home, 'postgres')))
  if (account) await openWay(home, account)
  const binaries = await reachableBinaries(account)
  const place = await placeFor(home, account, log)
  const libraries = linksFor(home, account, binaries)
  await linkLibraries(binaries, libraries)
  const environment = binariesEnvironment(binaries, libraries)
  const isNew = !existsSync(join(place, 'PG_VERSION'))
  const kept = isNew ? undefined : await readSecrets(home)
  if (!isNew && !kept) throw new Error(`${secretsFile(home)} is missing; without it nobody can open the database.`)
  const secrets = kept ?? {
    adminPassword: randomBytes(24).toString('base64url'),
    password: randomBytes(24).toString('base64url'),
  }
  if (isNew) {
    await keepSecrets(home, secrets)
    await initialise(place, { binaries, environment, account, secrets }, throwaway)
  }
  await checkVersion(place)
  await checkOwner(place, account)
  return { folder: place, binaries, environment, account, secrets }
}
