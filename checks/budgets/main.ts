import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBuild, screenSizes, tooHeavy } from './sizes.ts'

const DIST = fileURLToPath(new URL('../../app/web/dist', import.meta.url))

const { manifest, weigh } = readBuild(DIST)
const sizes = screenSizes(manifest, weigh)
const assets = join(DIST, 'assets')
const fonts = readdirSync(assets)
  .filter((name) => name.endsWith('.woff2'))
  .map((name) => statSync(join(assets, name)).size)
const told = tooHeavy(sizes, fonts)

for (const { screen, scripts, styles } of sizes.toSorted((a, b) => b.scripts - a.scripts)) {
  console.log(`${screen.padEnd(24)}${String(scripts).padStart(8)} B scripts ${String(styles).padStart(7)} B styles`)
}
if (told.length) {
  console.error(`\n${told.join('\n')}\nLoad later what is not needed at first, or use a smaller part.`)
  process.exitCode = 1
}
