import { EventEmitter } from 'node:events'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stopOnSignals } from './stopping.ts'

const log = pino({ level: 'silent' })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const process = () => {
  const emitter = new EventEmitter()
  const exits: number[] = []
  let finish = () => {}
  let fail = (_error: Error) => {}
  let stops = 0
  let at = 0
  const stop = () => {
    stops++
    return new Promise<void>((resolve, reject) => {
      finish = resolve
      fail = reject
    })
  }
  stopOnSignals(stop, log, { emitter: emitter as never, exit: (code) => exits.push(code), now: () => at })
  return {
    exits,
    send: (event: string, ...rest: unknown[]) => emitter.emit(event, ...rest),
    finish: async () => {
      finish()
      await vi.advanceTimersByTimeAsync(0)
    },
    fail: async () => {
      fail(new Error('stuck'))
      await vi.advanceTimersByTimeAsync(0)
    },
    stops: () => stops,
    later: (ms: number) => {
      at += ms
    },
  }
}

describe('stopping', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])('%s stops, then exits well', async (event) => {
    const { exits, send, finish, stops } = process()
    send(event)
    expect([stops(), exits]).toEqual([1, []])
    await finish()
    expect(exits).toEqual([0])
  })

  test('one press that arrives twice is one; another one ends at once', async () => {
    const { exits, send, later, stops } = process()
    send('SIGINT')
    later(300)
    send('SIGINT')
    expect(exits).toEqual([])
    later(1_000)
    send('SIGINT')
    expect([stops(), exits]).toEqual([1, [1]])
  })

  test('what takes longer than ten seconds is cut', async () => {
    const { exits, send } = process()
    send('SIGTERM')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(exits).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(exits).toEqual([1])
  })

  test('a fault that nobody caught stops too, and exits badly', async () => {
    const { exits, send, finish } = process()
    send('uncaughtException', new Error('oh'))
    send('unhandledRejection', new Error('again'))
    await finish()
    expect(exits).toEqual([1])
  })

  test('stopping that fails exits badly', async () => {
    const { exits, send, fail } = process()
    send('SIGINT')
    await fail()
    expect(exits[0]).toBe(1)
  })
})
