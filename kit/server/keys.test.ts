import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keysFrom } from './keys.ts'

const keys = keysFrom('a secret that is long enough, and then some')
const others = keysFrom('another secret that is long enough, and then some')
const now = new Date('2026-03-10T09:00:00Z')

const turned = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`

describe('signatures', () => {
  test('hold for their text and purpose alone', () => {
    const signature = keys.sign('open', 'row 1')
    expect(keys.verify('open', 'row 1', signature)).toBe(true)
    expect(keys.verify('open', 'row 2', signature)).toBe(false)
    expect(keys.verify('click', 'row 1', signature)).toBe(false)
    expect(others.verify('open', 'row 1', signature)).toBe(false)
    expect(keys.verify('open', 'row 1', '')).toBe(false)
    expect(keys.verify('open', 'row 1', turned(signature, 3))).toBe(false)
  })
})

test.each([
  ['nothing', ''],
  ['a few signs', '1a.2bcd.lxyz12ab'],
  ['signs of several bytes', 'Grüße 東京 🦊 '.repeat(9)],
  ['as many as are short', '東'.repeat(200)],
  ['more than that', '東'.repeat(201)],
  ['a long text', 'x'.repeat(5_000)],
])('a signature of %s is an HMAC with SHA-256, cut to its bytes', (_what, text) => {
  const secret = 'a secret that is long enough, and then some'
  const key = Buffer.from(hkdfSync('sha256', secret, 'millrace', 'mark', 32))
  const whole = createHmac('sha256', key).update(text).digest()
  for (const bytes of [6, 12, 15, 16, 24, 32])
    expect(keys.sign('mark', text, bytes)).toBe(whole.subarray(0, bytes).toString('base64url'))
})

describe('tokens', () => {
  const token = keys.token('share', { flow: 12 }, new Date('2026-03-11T09:00:00Z'))

  test('give back what they carry until their time is over', () => {
    expect(keys.readToken('share', token, now)).toEqual({ flow: 12 })
    expect(keys.readToken('share', token, new Date('2026-03-11T09:00:00.001Z'))).toBeUndefined()
    expect(keys.readToken('share', keys.token('share', 'x'), new Date('2100-01-01Z'))).toBe('x')
  })

  test.each([
    ['of another purpose', token, 'reset'],
    ['that was changed', turned(token, 2), 'share'],
    ['with another signature', turned(token, token.indexOf('.') + 2), 'share'],
    ['of another installation', others.token('share', { flow: 12 }), 'share'],
    ['without a signature', token.split('.')[0]!, 'share'],
    ['that is empty', '', 'share'],
    ['that is nonsense', '{"d":1}.x', 'share'],
  ])('%s are worth nothing', (_case, given, purpose) => {
    expect(keys.readToken(purpose, given, now)).toBeUndefined()
  })
})

describe('sealed secrets', () => {
  test('open again, and never look the same twice', () => {
    const sealed = keys.seal('the SMTP password: ü')
    expect(keys.open(sealed)).toBe('the SMTP password: ü')
    expect(keys.seal('the SMTP password: ü')).not.toBe(sealed)
    expect(sealed).not.toContain('SMTP')
  })

  test('that were changed or belong to another installation do not open', () => {
    const sealed = keys.seal('secret')
    expect(() => keys.open(turned(sealed, sealed.length - 3))).toThrow()
    expect(() => others.open(sealed)).toThrow()
  })
})
