import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TYPE_CHECK } from '../../tools/test/typeCheck.ts'
import { readBuild, screenBudget, screenSizes } from '../budgets/sizes.ts'
import type { Figure } from './table.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The seconds that POSIX `times` says the children of a shell took; its second line is theirs. */
export const childSeconds = (told: string): number =>
  [...(told.trim().split('\n').at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )

const measureTypeCheck = (): Figure => {
  const command = `${join(ROOT, 'node_modules/.bin/tsc')} ${TYPE_CHECK.args.join(' ')} && times`
  const env = { ...process.env, ...TYPE_CHECK.env }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: ROOT, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The types do not check: ${stdout}${stderr}`)
  return { name: 'type-check of everything', value: childSeconds(stdout), unit: 's of processor', most: 10 }
}

const measureScreens = (): Figure[] => {
  const { manifest, weigh } = readBuild(join(ROOT, 'app/web/dist'))
  return screenSizes(manifest, weigh)
    .toSorted((a, b) => b.scripts - a.scripts)
    .map(({ screen, scripts, styles }) => ({
      name: `scripts of ${screen}`,
      value: scripts / 1000,
      unit: 'KB gzip',
      most: screenBudget(screen) / 1000,
      note: `and ${(styles / 1000).toFixed(0)} KB of styles`,
    }))
}

/** What the code itself costs: the type-check, and what each screen of the built web app makes a browser fetch. */
export const measureHouse = (): Figure[] => [measureTypeCheck(), ...measureScreens()]
