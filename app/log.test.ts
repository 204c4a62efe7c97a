import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { openLog, readable } from './log.ts'

const logging = (level: 'info' | 'debug' = 'info') => {
  const lines: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  return { log: openLog({ LOG_LEVEL: level }, sink), lines }
}

test('secrets are never written, wherever they stand', () => {
  const { log, lines } = logging()
  log.info({
    password: 'hunter2',
    member: { password: 'hunter2', email: 'a@b.c' },
    deep: { er: { token: 'hunter2' } },
    headers: { cookie: 'session=hunter2', accept: 'text/html' },
    req: { headers: { authorization: 'Bearer hunter2', 'x-millrace-token': 'hunter2' } },
  })
  expect(lines.join('')).not.toContain('hunter2')
  expect(lines.join('')).toContain('a@b.c')
  expect(lines.join('')).toContain('text/html')
})

test('what is below the level is not written', () => {
  const { log, lines } = logging()
  log.debug('small')
  log.warn('big')
  expect(lines).toHaveLength(1)
})

test('on a terminal a line reads well', () => {
  const time = new Date(2026, 2, 10, 9, 5, 7).getTime()
  expect(readable({ level: 30, time, msg: 'Ready.' })).toBe('09:05:07  Ready.\n')
  expect(readable({ level: 50, time, msg: 'Broke.', err: { message: 'why', stack: 'Error: why\n  at x' } })).toBe(
    '09:05:07  error  Broke.\nError: why\n  at x\n',
  )
})
