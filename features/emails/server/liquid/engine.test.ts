import { describe, expect, it } from 'vitest'
import { patiently } from './engine.ts'

const takingTooLong = (times: number) => {
  let tries = 0
  return () => {
    tries++
    if (tries <= times) throw new Error('template render limit exceeded, line:1, col:1')
    return tries
  }
}

describe('rendering within a time', () => {
  it('is tried once more where it took too long, and no oftener', () => {
    expect(patiently(takingTooLong(1))).toBe(2)
    expect(() => patiently(takingTooLong(2))).toThrow('render limit exceeded')
  })

  it('is not tried again where something else is wrong', () => {
    let tries = 0
    const fail = () => {
      tries++
      throw new Error('undefined filter: nope')
    }
    expect(() => patiently(fail)).toThrow('undefined filter')
    expect(tries).toBe(1)
  })
})
