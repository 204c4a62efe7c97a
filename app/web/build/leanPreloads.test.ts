import { expect, test } from 'vitest'
import { leanPreloads } from './leanPreloads.ts'

test('what every page stands in is not fetched again with a screen; the rest is', () => {
  const { plugin, resolveDependencies } = leanPreloads()
  const chunk = (facadeModuleId: string | null, imports: string[] = []) => ({ type: 'chunk', facadeModuleId, imports })
  const bundle = {
    'main.js': chunk('/repo/app/web/boot/main.tsx', ['base.js']),
    'shell.js': chunk('/repo/app/web/shell/Shell.tsx', ['controls.js']),
    'controls.js': chunk(null, ['base.js']),
    'base.js': chunk(null),
    'list.js': chunk('/repo/features/flows/web/screens/FlowList.tsx', ['controls.js', 'table.js']),
    'table.js': chunk(null),
    'login.js': chunk('/repo/features/access/web/screens/Login.tsx', ['controls.js']),
  }
  const { generateBundle } = plugin as unknown as {
    generateBundle: { handler: (options: object, bundle: object) => void }
  }
  generateBundle.handler({}, bundle)
  expect(resolveDependencies('list.js', ['list.js', 'controls.js', 'base.js', 'table.js', 'list.css'])).toEqual([
    'list.js',
    'table.js',
    'list.css',
  ])
  expect(resolveDependencies('login.js', ['login.js', 'controls.js'])).toEqual(['login.js', 'controls.js'])
})
