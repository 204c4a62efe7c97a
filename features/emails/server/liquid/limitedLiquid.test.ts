import { expect, test } from 'vitest'
import { cpuMs, LimitedLiquid } from './limitedLiquid.ts'

const engine = (renderLimit: number) => {
  const liquid = new LimitedLiquid({ renderLimit })
  // Time passes, and this thread does nothing.
  liquid.registerFilter('waits', (ms: number) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    return 'done'
  })
  return liquid
}

const NOTHING_BUT_WORK = '{% for i in (1..9999) %}{% for j in (1..9999) %}{% assign x = j %}{% endfor %}{% endfor %}'

test.runIf(typeof process.threadCpuUsage === 'function')(
  'time in which the machine does something else does not count',
  () => {
    expect(engine(50).parseAndRenderSync('{{ 120 | waits }} {{ 1 }}{% if true %} and on{% endif %}')).toBe(
      'done 1 and on',
    )
  },
)

test('a text with very many tags is read in a time that grows as they do', () => {
  const liquid = engine(50)
  const before = cpuMs()
  expect(liquid.parse('{% if a %}b{% endif %}{{ c }}'.repeat(43_000))).toHaveLength(86_000)
  // A list that moves all that is left for each tag takes ten times as long.
  expect(cpuMs() - before).toBeLessThan(6_000)
})

test('a loop without end is stopped', () => {
  expect(() => engine(20).parseAndRenderSync(NOTHING_BUT_WORK)).toThrow('render limit exceeded')
})
