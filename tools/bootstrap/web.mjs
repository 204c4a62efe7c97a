import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

/** What the web app is made of. */
const SOURCES = ['app', 'kit/web', 'kit/contract', 'features', 'integrations', 'vite.config.ts', 'package-lock.json']
const LEFT_OUT = /(^|\/)(node_modules|dist|server|worker|cli|testing)(\/|$)|\.test\.tsx?$|\.(md|sql)$/
const VITE = 'node_modules/vite/bin/vite.js'

const filesBelow = (root, path) => {
  const full = join(root, path)
  if (!existsSync(full) || LEFT_OUT.test(path)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full).flatMap((name) => filesBelow(root, `${path}/${name}`))
}

/** One mark for everything that the web app is built from. */
export const sourcesMark = (root) => {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((path) => filesBelow(root, path)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Builds the web app where its sources are others than those of the last build. */
export const buildWebIfStale = async (root, node, { always = false } = {}) => {
  if (!existsSync(join(root, 'app/web/index.html'))) return
  const stamp = join(root, 'app/web/dist/.millrace-stamp')
  const mark = sourcesMark(root)
  if (!always && existsSync(stamp) && readFileSync(stamp, 'utf8') === mark) return
  console.log('Building the web app.')
  const config = existsSync(join(root, 'app/web/vite.config.ts')) ? ['--config', 'app/web/vite.config.ts'] : []
  const code = await run(node, [join(root, VITE), 'build', ...config], { cwd: root, quiet: !always })
  if (code !== 0) throw new Error('The web app could not be built; see above.')
  writeFileSync(stamp, mark)
}
