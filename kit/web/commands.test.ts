import { describe, expect, it } from 'vitest'
import { matchCommands } from './commands.ts'
import { nameOfPress } from './shortcuts.ts'

const commands = [
  { id: '1', label: 'Flows' },
  { id: '2', label: 'Custom Fields', words: 'person properties' },
  { id: '3', label: 'Your profile' },
]

describe('the command palette', () => {
  it.each([
    ['fl', ['1']],
    ['prop', ['2']],
    ['PRO', ['3', '2']],
    ['custom per', ['2']],
    ['nothing', []],
    ['', ['1', '2', '3']],
  ])('finds for "%s"', (text, ids) => {
    expect(matchCommands(commands, text).map(({ id }) => id)).toEqual(ids)
  })
})

describe('the name of a key press', () => {
  const press = { metaKey: false, ctrlKey: false, altKey: false, shiftKey: false }
  it.each([
    [{ ...press, key: 'k', metaKey: true }, 'mod k'],
    [{ ...press, key: 'K', ctrlKey: true, shiftKey: true }, 'mod k'],
    [{ ...press, key: '?', shiftKey: true }, '?'],
    [{ ...press, key: 'Enter', shiftKey: true }, 'shift Enter'],
    [{ ...press, key: 'g' }, 'g'],
  ])('%o', (event, name) => expect(nameOfPress(event)).toBe(name))
})
