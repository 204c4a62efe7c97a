import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const readSecret = async (file: string) => {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The installation's secret where there is one yet. */
export const knownSecret = async (dataDir: string, given: string | undefined): Promise<string | undefined> =>
  given ?? readSecret(join(dataDir, 'secret'))

/** The installation's secret: the one that was set, else the one in the data folder, which is made at the first start. */
export const installationSecret = async (dataDir: string, given: string | undefined): Promise<string> => {
  if (given) return given
  const file = join(dataDir, 'secret')
  const kept = await readSecret(file)
  if (kept) return kept
  await mkdir(dataDir, { recursive: true })
  const fresh = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(fresh, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 })
  // A link is refused where another process was faster; then both use that one.
  await link(fresh, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(fresh)
  return (await readSecret(file))!
}
