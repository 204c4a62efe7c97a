import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

describe('settings', () => {
  test('have defaults that work', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: '.data',
      ROLE: 'all',
      SEED: true,
      TEST_MODE: false,
      TRUST_PROXY: false,
      DATABASE_URL: undefined,
      SECRET: undefined,
    })
  })

  test('are read from text', () => {
    const read = readSettings({
      PORT: '8080',
      ROLE: 'worker',
      SEED: '0',
      DATABASE_URL: 'postgresql://a:b@c/d',
      OTHER: 'x',
    })
    expect(read).toMatchObject({ PORT: 8080, ROLE: 'worker', SEED: false, DATABASE_URL: 'postgresql://a:b@c/d' })
  })

  test('that are empty count as not given', () => {
    expect(readSettings({ PORT: '', SMTP_URL: '' })).toMatchObject({ PORT: 3000, SMTP_URL: undefined })
  })

  test.each([
    ['PORT', '70000', 'must be at most 65535'],
    ['PORT', '3000x', 'must be a whole number'],
    ['PORT', '-1', 'must be a whole number'],
    ['ROLE', 'both', 'must be api, worker or all'],
    ['OUTGOING_ALLOW', 'crm.internal, 10.0.0.0/64', 'is neither a host name nor an address nor a network'],
    ['DATABASE_URL', 'mysql://x/y', 'must be an address that starts with postgres:// or postgresql://'],
    ['SMTP_URL', 'mail.example.com', 'must be an address that starts with smtp:// or smtps://'],
    ['PUBLIC_URL', 'example.com', 'must be an address that starts with http:// or https://'],
    ['SECRET', 'short', 'must have at least 32 characters'],
    ['SEED', 'yes', 'must be true or false'],
    ['LOG_LEVEL', 'loud', 'must be fatal, error, warn'],
    ['DATABASE_CONNECTIONS', '1', 'must be at least 4'],
  ])('refuse %s=%s with a sentence', (name, value, told) => {
    expect(() => readSettings({ [name]: value })).toThrow(told)
    expect(() => readSettings({ [name]: value })).toThrow(name)
  })

  test('do not tell what a secret is set to', () => {
    const read = () => readSettings({ SECRET: 'swordfish', METRICS_TOKEN: 'mackerel', ROLE: 'both' })
    expect(read).toThrow(/ROLE: .*\(it is "both"\)/)
    expect(read).not.toThrow(/swordfish|mackerel/)
  })

  test('name everything that is wrong at once', () => {
    const read = () => readSettings({ PORT: 'x', ROLE: 'y', SECRET: 'z' })
    for (const name of ['PORT', 'ROLE', 'SECRET']) expect(read).toThrow(name)
  })
})
