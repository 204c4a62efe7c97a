import { describe, expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

describe('the command line', () => {
  test.each([
    [[], 'start', {}],
    [
      ['start', '--port', '8080', '--data=/var/m', '--role', 'api', '--no-seed'],
      'start',
      { PORT: '8080', DATA_DIR: '/var/m', ROLE: 'api', SEED: 'false' },
    ],
    [['--port=0', 'migrate'], 'migrate', { PORT: '0' }],
    [['doctor', '--data', 'a=b'], 'doctor', { DATA_DIR: 'a=b' }],
  ])('%j means %s', (argv, command, settings) => {
    expect(readArguments(argv)).toEqual({ command, settings, wantsHelp: false })
  })

  test('a right is somebody’s', () => {
    expect(readArguments(['admin', 'mara@x.example']).right).toEqual({ email: 'mara@x.example', isAdmin: true })
    expect(readArguments(['admin', '--revoke', 'mara@x.example', '--data', 'd'])).toMatchObject({
      right: { email: 'mara@x.example', isAdmin: false },
      settings: { DATA_DIR: 'd' },
    })
  })

  test.each([
    [['admin'], 'Whose right?'],
    [['admin', 'mara'], 'Whose right?'],
    [['admin', 'a@x.example', 'b@x.example'], '"b@x.example" is one word too many.'],
    [['seed', '--revoke'], '--revoke goes with "millrace admin".'],
    [['--prot', '1'], 'The flag --prot is not known. Did you mean --port?'],
    [['--verbose'], 'The flag --verbose is not known. There is: --port'],
    [['strat'], 'What is "strat"? Did you mean start?'],
    [['--port'], '--port needs a value.'],
    [['--port', '--no-seed'], '--port needs a value.'],
    [['--port='], '--port needs a value.'],
    [['--no-seed=true'], 'The flag --no-seed=true is not known.'],
    [['start', 'now'], '"now" is one word too many.'],
  ])('%j is refused with a hint', (argv, told) => {
    expect(() => readArguments(argv)).toThrow(told)
  })

  test('help is help, whatever else is there', () => {
    expect(readArguments(['what', '-h']).wantsHelp).toBe(true)
  })
})
