import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

/** A Chromium that starts on this machine. */
type Found = { executablePath: string; env?: Record<string, string> }

const run = promisify(execFile)

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

const ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync', '--font-render-hinting=none'],
]

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

const onPath = async (): Promise<string | undefined> => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of NAMES) if (await isExecutable(join(folder, name))) return join(folder, name)
  }
  return undefined
}

/** Where this machine can install one, it does; without a network or a package the packaged one does as well. */
const installed = async (): Promise<string | undefined> => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (args: string[], timeout: number) =>
    run('apt-get', [...args, '-qq'], { env, timeout }).then(
      () => true,
      () => false,
    )
  if (!(await apt(['update'], 120_000))) return undefined
  await apt(['install', '-y', '--no-install-recommends', 'chromium'], 300_000)
  return onPath()
}

/** The one from the packages, with the libraries that a bare machine lacks and that it unpacks on its own hosts only. */
const packaged = async (): Promise<Found> => {
  const { default: sparticuz, inflate } = await import('@sparticuz/chromium')
  const archives = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin')
  const executablePath = await sparticuz.executablePath()
  const libraries = await inflate(join(archives, 'al2023.tar.br'))
  const env = {
    ...(process.env as Record<string, string>),
    LD_LIBRARY_PATH: join(libraries, 'lib'),
    FONTCONFIG_PATH: join(tmpdir(), 'fonts'),
  }
  return { executablePath, env }
}

const find = async (): Promise<Found> => {
  const given = process.env.CHROMIUM_PATH
  if (given) return { executablePath: given }
  const path = process.env.CHROMIUM_PACKAGED ? undefined : ((await onPath()) ?? (await installed()))
  return path ? { executablePath: path } : packaged()
}

/** Starts Chromium with a fresh profile: the machine's own, else one that is installed, else the one of the packages. */
export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ ...(await find()), headless: true, args: ARGUMENTS })
