import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** True where npm's own record of what is installed has everything that the lock file names. */
export const isInstalled = (lock, record) => {
  if (!lock || !record) return false
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '') return true
    const there = record.packages[path]
    if (!there) return entry.optional === true
    return there.version === entry.version && there.integrity === entry.integrity
  })
}

const npmCommand = () => {
  const cli = process.env.npm_execpath
  return cli && /\.c?js$/.test(cli) ? [process.execPath, [cli]] : ['npm', []]
}

const install = (root) =>
  new Promise((resolve, reject) => {
    const [command, first] = npmCommand()
    // Development packages are part of it: the web app is built here, whatever NODE_ENV says.
    const args = [...first, 'ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error']
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', () => reject(new Error('npm could not be run. Please install Node with npm.')))
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The packages could not be installed; see above. Then try again.')),
    )
  })

/** Installs the packages that the lock file names where they are missing or others; install scripts never run. */
export const ensureInstalled = async (root) => {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256').update(lockText).digest('hex')
  const stamp = join(root, 'node_modules', '.millrace-stamp')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!isInstalled(JSON.parse(lockText), readJson(join(root, 'node_modules', '.package-lock.json')))) {
    console.log('Installing packages; this happens once and takes about a minute.')
    await install(root)
  }
  writeFileSync(stamp, wanted)
}
