import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandLine } from './commands.mjs'
import { ensureInstalled } from './install.mjs'
import { run } from './run.mjs'
import { checkStarter, findNode } from './runtime.mjs'
import { buildWebIfStale } from './web.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Does what `npm start`, `npm test` and the others stand for; answers the exit code. */
export const main = async (argv) => {
  try {
    checkStarter(process.versions.node)
    const { file, args, needsWeb } = commandLine(argv)
    await ensureInstalled(ROOT)
    const node = findNode(ROOT)
    if (needsWeb) await buildWebIfStale(ROOT, node, { always: needsWeb === 'always' })
    if (!file) return 0
    if (!existsSync(join(ROOT, file))) throw new Error(`There is no ${file} yet.`)
    return await run(node, [file, ...args], { cwd: ROOT })
  } catch (error) {
    console.error(error.message)
    return 1
  }
}
