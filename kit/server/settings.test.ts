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
    ['UNLAYER_SCRIPT_URL', 'embed.js', 'must be an address that starts with http:// or https://'],
    ['UNLAYER_SCRIPT_URL', 'javascript:alert(1)', 'must be an address that starts with http:// or https://'],
    ['UNLAYER_SCRIPT_URL', 'data:text/javascript,1', 'must be an address that starts with http:// or https://'],
    ['UNLAYER_SCRIPT_URL', 'https://me:secret@example.com/e.js', 'must be an address without a user name or password'],
    ['UNLAYER_SCRIPT_URL', "https://a.example;script-src'self'/e.js", 'must be an address with a host name of letters'],
    ['UNLAYER_FRAME_URL', 'https://editor.example.com/frame', 'must be an address without a path'],
    ['UNLAYER_PROJECT_ID', 'mine', 'must be a whole number'],
    ['LOG_LEVEL', 'loud', 'must be fatal, error, warn'],
    ['DATABASE_CONNECTIONS', '1', 'must be at least 4'],
  ])('refuse %s=%s with a sentence', (name, value, told) => {
    expect(() => readSettings({ [name]: value })).toThrow(told)
    expect(() => readSettings({ [name]: value })).toThrow(name)
  })

  const UNLAYER = { UNLAYER_SCRIPT_URL: 'https://editor.unlayer.com/embed.js' }

  test("show Unlayer's editor at a host of its own alone", () => {
    const frame = { UNLAYER_FRAME_URL: 'https://editor.example.com/' }
    const ours = { PUBLIC_URL: 'https://mail.example.com' }
    expect(readSettings({ ...UNLAYER, ...frame, ...ours })).toMatchObject({
      ...UNLAYER,
      UNLAYER_FRAME_URL: 'https://editor.example.com',
    })
    expect(() => readSettings(UNLAYER)).toThrow('UNLAYER_FRAME_URL: UNLAYER_SCRIPT_URL needs it')
    expect(() => readSettings(frame)).toThrow('UNLAYER_SCRIPT_URL: UNLAYER_FRAME_URL needs it')
  })

  test.each([
    [{ UNLAYER_FRAME_URL: 'https://mail.example.com:444' }, 'https://mail.example.com', 'UNLAYER_FRAME_URL'],
    [{ UNLAYER_FRAME_URL: 'http://localhost:4000' }, '', 'UNLAYER_FRAME_URL'],
    [
      { UNLAYER_FRAME_URL: 'https://e.example', UNLAYER_SCRIPT_URL: 'https://mail.example.com/e.js' },
      'https://mail.example.com',
      'UNLAYER_SCRIPT_URL',
    ],
  ])('let nothing of it run at the host that members sign in at: %o', (given, publicUrl, wrong) => {
    const read = () => readSettings({ ...UNLAYER, ...given, PUBLIC_URL: publicUrl })
    expect(read).toThrow(`${wrong}: must be on another host than Millrace itself`)
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
