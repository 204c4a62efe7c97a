import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { node, npx, type Outcome, vitest } from './execute.ts'
import { TYPE_CHECK } from './typeCheck.ts'

/** One line of `npm test`. */
export type Stage = {
  name: string
  /** Part of `npm run check`: quick and without a database. */
  isFast: boolean
  /** Whether there is anything to do. */
  has(root: string): boolean
  run(root: string): Promise<Outcome>
}

const always = () => true
const file = (path: string) => (root: string) => existsSync(join(root, path))
const files = (pattern: string) => (root: string) => globSync(pattern, { cwd: root }).length > 0

/** Everything that is checked, cheapest first. */
export const STAGES: readonly Stage[] = [
  { name: 'lint', isFast: true, has: always, run: (root) => npx(root, 'biome', ['check', '.']) },
  { name: 'types', isFast: true, has: always, run: (root) => npx(root, 'tsc', TYPE_CHECK.args, TYPE_CHECK.env) },
  { name: 'architecture', isFast: true, has: always, run: (root) => vitest(root, 'architecture') },
  { name: 'unused', isFast: true, has: file('knip.json'), run: (root) => npx(root, 'knip', ['--no-progress']) },
  { name: 'unit', isFast: true, has: always, run: (root) => vitest(root, 'unit') },
  { name: 'schema', isFast: false, has: always, run: (root) => node(root, ['tools/schema/main.ts', '--check']) },
  { name: 'server', isFast: false, has: always, run: (root) => vitest(root, 'server') },
  {
    name: 'sql',
    isFast: false,
    has: file('checks/sql/main.ts'),
    run: (root) => node(root, ['checks/sql/main.ts']),
  },
  {
    name: 'build',
    isFast: false,
    has: file('app/web/index.html'),
    run: (root) => node(root, ['tools/bootstrap.mjs', 'build', 'web']),
  },
  {
    name: 'size',
    isFast: false,
    has: file('app/web/index.html'),
    run: (root) => node(root, ['checks/budgets/main.ts']),
  },
  {
    name: 'journeys',
    isFast: false,
    has: files('checks/journeys/**/*.test.ts'),
    run: (root) => vitest(root, 'journeys'),
  },
  {
    name: 'faults',
    isFast: false,
    has: file('checks/faults/main.ts'),
    run: (root) => node(root, ['checks/faults/main.ts', '--short']),
  },
]

/** The stages that a command line asks for; names pick, `--fast` takes the quick ones. */
export const stagesFor = (argv: readonly string[]): readonly Stage[] => {
  const names = argv.filter((word) => word !== '--fast')
  const unknown = names.find((name) => !STAGES.some((stage) => stage.name === name))
  if (unknown) {
    throw new Error(`What is "${unknown}"? The stages are ${STAGES.map(({ name }) => name).join(', ')}.`)
  }
  if (names.length) return STAGES.filter(({ name }) => names.includes(name))
  return argv.includes('--fast') ? STAGES.filter(({ isFast }) => isFast) : STAGES
}
