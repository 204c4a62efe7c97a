import { describe, expect, test } from 'vitest'
import { closureOf, type Manifest, screenSizes, tooHeavy } from './sizes.ts'

const manifest: Manifest = {
  'index.html': { file: 'index.js', imports: ['_react.js'], css: ['index.css'] },
  '_react.js': { file: 'react.js' },
  'boot/session.ts': { file: 'session.js', imports: ['_react.js'], isDynamicEntry: true },
  'shell/Shell.tsx': { file: 'Shell.js', imports: ['_react.js', '_menu.js'], css: ['Shell.css'], isDynamicEntry: true },
  '_menu.js': { file: 'menu.js', imports: ['_react.js'] },
  '../../features/access/web/screens/Login.tsx': { file: 'Login.js', imports: ['_react.js'], isDynamicEntry: true },
  '../../features/flows/web/screens/FlowScreen.tsx': { file: 'FlowScreen.js', isDynamicEntry: true },
  '../../features/flows/web/editor/FlowEditor.tsx': { file: 'FlowEditor.js', isDynamicEntry: true },
  '../../features/flows/web/screens/FlowList.tsx': { file: 'FlowList.js', imports: ['_menu.js'], isDynamicEntry: true },
}

const weights: Record<string, number> = {
  'index.js': 1,
  'react.js': 10,
  'session.js': 100,
  'Shell.js': 1_000,
  'menu.js': 10_000,
  'Login.js': 3,
  'FlowList.js': 5,
  'FlowScreen.js': 100_000,
  'FlowEditor.js': 200_000,
}

test('a chunk comes with all that it imports, each once', () => {
  expect([...closureOf(manifest, ['shell/Shell.tsx'])].toSorted()).toEqual(['_menu.js', '_react.js', 'shell/Shell.tsx'])
})

test('a screen weighs what it stands in too, and what it fetches by itself; the entrance stands alone', () => {
  expect(screenSizes(manifest, (file) => weights[file] ?? 7)).toEqual([
    { screen: 'entry', scripts: 11, styles: 7 },
    { screen: 'Login', scripts: 14, styles: 7 },
    { screen: 'FlowScreen', scripts: 311_111, styles: 14 },
    { screen: 'FlowList', scripts: 11_116, styles: 14 },
  ])
})

describe('budgets', () => {
  const size = (screen: string, scripts: number, styles = 0) => [{ screen, scripts, styles }]

  test.each([
    ['entry', 132_000, 'entry, scripts: 132 KB, and 125 KB are allowed'],
    ['FlowScreen', 300_000, 'FlowScreen, scripts: 300 KB, and 260 KB are allowed'],
    ['PersonList', 230_000, 'PersonList, scripts: 230 KB, and 210 KB are allowed'],
  ])('%s of %i bytes is too heavy', (screen, scripts, told) => {
    expect(tooHeavy(size(screen, scripts), [])).toEqual([told])
  })

  test('five in a hundred over are let pass', () => {
    expect(tooHeavy(size('FlowScreen', 272_000, 47_000), [52_000])).toEqual([])
    expect(tooHeavy(size('FlowScreen', 1, 48_000), [53_000])).toHaveLength(2)
  })
})
