import { expect, test } from 'vitest'
import type { EmailContent } from '../../contract/email.ts'
import { createEditorStore } from './editorStore.ts'

const content = (subject: string): EmailContent => ({
  subject,
  preheader: '',
  fromName: '',
  fromEmail: '',
  replyName: '',
  replyEmail: '',
  cc: '',
  bcc: '',
  type: 'HTML',
  editor: { type: 'unlayer', state: null },
})

const open = () => {
  let at = 0
  const store = createEditorStore(content('a'), { now: () => at })
  const say = (subject: string, gesture?: string) => store.change((old) => ({ ...old, subject }), gesture)
  return { store, say, pass: (ms: number) => (at += ms), subject: () => store.get().content.subject }
}

test('each gesture is one step back', () => {
  const { store, say, subject, pass } = open()
  say('b', 'typing')
  say('bc', 'typing')
  say('x', 'colour')
  say('bcd', 'typing')
  pass(5_000)
  say('bcde', 'typing')
  const steps = [0, 1, 2, 3].map(() => {
    store.undo()
    return subject()
  })
  expect(steps).toEqual(['bcd', 'x', 'bc', 'a'])
  expect(store.get()).toMatchObject({ canUndo: false, canRedo: true })
  store.redo()
  store.redo()
  expect(subject()).toBe('x')
})

test('settling, selecting and undoing end a gesture', () => {
  const { store, say, subject } = open()
  say('b', 'typing')
  store.settle()
  say('c', 'typing')
  store.undo()
  expect(subject()).toBe('b')
  say('d', 'typing')
  store.select({ kind: 'block', id: 'x' })
  say('e', 'typing')
  store.undo()
  expect(subject()).toBe('d')
})

test('a new change forgets what was undone', () => {
  const { store, say, subject } = open()
  say('b')
  store.undo()
  say('c')
  expect(store.get().canRedo).toBe(false)
  store.redo()
  expect(subject()).toBe('c')
})

test('undo brings the selection back too', () => {
  const { store, say } = open()
  store.select({ kind: 'block', id: 'one' })
  say('b')
  store.select(undefined)
  store.undo()
  expect(store.get().selection).toEqual({ kind: 'block', id: 'one' })
})

test('a change that changes nothing is no step', () => {
  const { store } = open()
  store.change((old) => old)
  expect(store.get()).toMatchObject({ canUndo: false, revision: 0 })
})

test('other content begins a history of its own', () => {
  const { store, say, subject } = open()
  say('b')
  store.replace(content('z'))
  store.undo()
  expect(subject()).toBe('z')
})
