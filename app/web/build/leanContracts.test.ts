import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { leanContract } from './leanContracts.ts'

const source = `import { call } from '@millrace/kit/contract'
import { z } from 'zod'
export const list = call({ method: 'GET', path: '/v1/things', scopes: ['people:read'], query: z.object({ a: z.string() }), returns: z.object({}), summary: 'Things', fail: "Couldn't." })
export const calls = {
  drop: call({
    method: 'DELETE',
    path: '/v1/things/{id}',
    params: z.object({ id: z.number() }),
    status: 204,
    /** Told in the docs. */
    summary: 'Delete a thing',
    fail: 'No.',
  }),
}
export const other = notACall({ query: 1 })
`

describe('leanContract', () => {
  it('keeps what a browser needs of each call', () => {
    const lean = leanContract(source, 'calls.ts')
    expect(lean).toContain("method: 'GET', path: '/v1/things',")
    expect(lean).toContain('fail: "Couldn\'t."')
    expect(lean).toContain('status: 204')
  })

  it('leaves schemas and words for the docs out', () => {
    const lean = leanContract(source, 'calls.ts')
    expect(lean).not.toMatch(/z\.object|summary|scopes/)
  })

  it('touches nothing but calls', () => {
    expect(leanContract(source, 'calls.ts')).toContain('notACall({ query: 1 })')
  })
})

describe('a step type', () => {
  const step = `const Values = z.object({ tag: TagName })
export const tagStep = stepType<TagValues>({
  operationKey: '/tag',
  values: Values,
  holds: { tag: 'tag' },
  problems: ({ tag }) => [],
  watches: () => undefined,
  summary: ({ tag }) => ({ title: 'Tag', text: tag ?? '' }),
})
`
  it('keeps what is drawn and leaves out what only the server asks', () => {
    const lean = leanContract(step, 'tag.step.ts')
    expect(lean).toMatch(/operationKey: '\/tag',\s+holds: \{ tag: 'tag' \},\s+summary:/)
    expect(lean).not.toMatch(/values:|problems|watches/)
    expect(lean).toContain('const Values = /*@__PURE__*/')
  })

  it('is asked by no screen for what is left out', () => {
    const root = fileURLToPath(new URL('../../../features/flows/', import.meta.url))
    const screens = globSync(['web/**/*.{ts,tsx}', 'steps/*/*.panel.tsx'], { cwd: root })
    const asking =
      /\b(settingsProblemsOf|graphProblemsOf|schemaOf)\b|\.values\.(safeParse|parse)\b|\.(watches|outputs)\(/
    expect(screens.length).toBeGreaterThan(100)
    expect(screens.filter((file) => asking.test(readFileSync(root + file, 'utf8')))).toEqual([])
  })
})

describe('what a contract computes at its top', () => {
  it('can be dropped where nothing uses it', () => {
    const lean = leanContract('export const Name = z.string().min(1)\nconst both = { a: z.number() }\n', 'a.ts')
    expect(lean).toContain('export const Name = /*@__PURE__*/ (() => (z.string().min(1)))()')
    expect(lean).toContain('const both = /*@__PURE__*/ (() => ({ a: z.number() }))()')
  })

  it('leaves functions and plain values as they are', () => {
    const plain = 'const MOST = 5\nexport const clean = (text: string) => text.trim()\n'
    expect(leanContract(plain, 'a.ts')).toBe(plain)
  })
})
