import { existsSync } from 'node:fs'
import { join } from 'node:path'

const isAtLeast = (version, major, minor) => {
  const [a, b] = version.split('.').map(Number)
  return a > major || (a === major && b >= minor)
}

/** The Node that starts everything may be old, but not older than npm and this script can do with. */
export const checkStarter = (version) => {
  if (!isAtLeast(version, 20, 19)) {
    throw new Error(`Millrace needs Node 20.19 or newer to start; this is ${version}. See https://nodejs.org.`)
  }
}

/** The Node that runs Millrace: the one that came with the packages, else this one if it is new enough. */
export const findNode = (
  root,
  { platform = process.platform, arch = process.arch, version = process.versions.node, path = process.execPath } = {},
) => {
  const own = join(root, 'node_modules', `node-${platform}-${arch}`, 'bin', 'node')
  if (existsSync(own)) return own
  if (isAtLeast(version, 22, 18)) return path
  throw new Error(
    `Millrace brings its own Node on Linux only. On ${platform} (${arch}) please install Node 24; this is ${version}.`,
  )
}
