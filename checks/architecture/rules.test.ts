import { describe, expect, it } from 'vitest'
import { projectOf } from './project.ts'
import { RULES } from './rules/index.ts'

const DOORS = { './contract': 'x', './server': 'x', './web': 'x', './testing': 'x' }
const pack = (name: string, uses: string[] = []) =>
  JSON.stringify({
    name: `@millrace/${name}`,
    exports: DOORS,
    dependencies: Object.fromEntries(uses.map((use) => [`@millrace/${use}`, '*'])),
  })

const HOUSE: [string, string][] = [
  ['kit/package.json', pack('kit')],
  ['features/people/package.json', pack('people', ['kit'])],
  ['features/flows/package.json', pack('flows', ['kit', 'people'])],
  ['features/people/README.md', '# People'],
  ['features/flows/README.md', '# Flows'],
  [
    'database/migrations/0001_a.sql',
    "create table people (\n id int);\ncomment on table people is 'tenant; feature people';\nselect millrace_wall('people');",
  ],
]

const findings = (rule: string, ...planted: [string, string][]) =>
  (RULES[rule]?.(projectOf(new Map([...HOUSE, ...planted]))) ?? []).map(({ path }) => path)

const long = (lines: number) => Array.from({ length: lines }, (_, i) => `export const v${i} = ${i}`).join('\n')

/** Rule, a file that breaks it, and one beside it that does not. */
const CASES: [rule: string, bad: [string, string], good: [string, string]][] = [
  [
    'downOnly',
    ['features/people/server/a.ts', "import { x } from '@millrace/flows/server'"],
    ['features/flows/server/a.ts', "import { x } from '@millrace/people/server'"],
  ],
  [
    'downOnly',
    ['kit/server/a.ts', "import { x } from '@millrace/people/server'"],
    ['app/a.ts', "import { x } from '@millrace/people/server'"],
  ],
  [
    'downOnly',
    ['features/people/package.json', pack('people', ['flows'])],
    ['features/people/package.json', pack('people', ['kit'])],
  ],
  [
    'doorsOnly',
    ['features/flows/server/a.ts', "import { x } from '../../people/server/deep.ts'"],
    ['features/flows/server/a.ts', "import { x } from '../contract/deep.ts'"],
  ],
  [
    'doorsOnly',
    ['features/flows/server/a.ts', "import { x } from '@millrace/people/server/deep.ts'"],
    ['features/flows/server/a.ts', "import { x } from '@millrace/people/server'"],
  ],
  [
    'sidesApart',
    ['features/flows/web/a.ts', "import { x } from '../server/a.ts'"],
    ['features/flows/web/a.ts', "import { x } from '../contract/a.ts'"],
  ],
  [
    'sidesApart',
    ['features/flows/contract/a.ts', "import { x } from 'node:fs'"],
    ['features/flows/server/a.ts', "import { x } from 'node:fs'"],
  ],
  ['smallEnough', ['features/flows/server/a.ts', long(401)], ['features/flows/server/a.ts', long(399)]],
  [
    'smallEnough',
    ['features/flows/server/a.ts', `export const f = () => {\n${'  g()\n'.repeat(90)}}`],
    ['features/flows/server/a.ts', `export const f = () => {\n${'  g()\n'.repeat(30)}}`],
  ],
  ['tellingNames', ['features/flows/server/utils/a.ts', ''], ['features/flows/server/rules/a.ts', '']],
  ['toldFeatures', ['features/events/package.json', pack('events')], ['features/flows/server/a.ts', '']],
  ['noMachinePaths', ['docs/a.md', 'see /home/me/notes'], ['docs/a.md', 'see docs/notes']],
  ['finished', ['features/flows/server/a.ts', '// TODO later'], ['features/flows/server/a.ts', '// later']],
  [
    'finished',
    ['features/flows/server/a.test.ts', "it.skip('x', () => {})"],
    ['features/flows/server/a.test.ts', "it('x', () => {})"],
  ],
  [
    'tablesSay',
    ['database/migrations/0002_b.sql', 'create table loose (\n id int);'],
    [
      'database/migrations/0002_b.sql',
      "create table held (\n id int);\ncomment on table held is 'local; feature people';",
    ],
  ],
  [
    'tablesSay',
    [
      'database/migrations/0002_b.sql',
      "create table open (\n id int);\ncomment on table open is 'tenant; feature people';",
    ],
    [
      'database/migrations/0002_b.sql',
      "create table shut (\n id int);\ncomment on table shut is 'tenant; feature people';\nselect millrace_wall('shut');",
    ],
  ],
  [
    'ownTables',
    ['features/flows/server/a.ts', 'export const q = `update people set a = 1`'],
    ['features/people/server/a.ts', 'export const q = `update people set a = 1`'],
  ],
  [
    'ownTables',
    ['features/flows/server/a.ts', "export const q = (k) => k.insertInto('people')"],
    ['features/flows/server/a.ts', "export const q = (k) => k.selectFrom('people')"],
  ],
  [
    'ownNames',
    ['features/flows/server/a.ts', "f = (tx) => [tx.rows(ONE, [1], 'flows-a'), tx.one(OTHER, [1], 'flows-a')]"],
    [
      'features/flows/server/a.ts',
      "f = (tx) => [tx.rows(ONE, [1], 'flows-a'), tx.one(ONE, [1], 'flows-a'), tx.rows(OTHER, [], 'flows-b')]",
    ],
  ],
  [
    'ownNames',
    ['features/flows/server/a.ts', "f = (tx) => [tx.rows('select 1', [1], 'a'), read(tx, OTHER, [1], 'a')]"],
    ['features/flows/server/a.ts', "f = (tx) => [tx.rows('select 1', [1], 'a'), g.set(other, 'a')]"],
  ],
]

describe('each rule can fail, and says so only of what breaks it', () => {
  it.each(CASES)('%s', (rule, bad, good) => {
    expect(findings(rule, bad).length).toBeGreaterThan(0)
    expect(findings(rule, good)).toEqual([])
  })

  it('has a planted case for every rule', () => {
    expect(new Set(CASES.map(([rule]) => rule))).toEqual(new Set(Object.keys(RULES)))
  })
})
