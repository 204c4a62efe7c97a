import { describe, expect, test, vi } from 'vitest'
import type { Design } from '../../contract/design.ts'
import type { EmailContent } from '../../contract/email.ts'
import { createEditorStore } from '../editor/editorStore.ts'
import { followDesign } from './followDesign.ts'
import { readTold } from './openTalk.ts'

const design = (text: string): Design => ({
  body: {
    rows: [
      {
        id: 'r',
        cells: [1],
        columns: [{ id: 'c', contents: [{ id: 'b', type: 'text', values: { text } }], values: {} }],
        values: {},
      },
    ],
    values: {},
  },
})

const contentOf = (text: string) =>
  ({ subject: 'One', editor: { type: 'unlayer', state: design(text) } }) as unknown as EmailContent

const opened = () => {
  const store = createEditorStore(contentOf('begin'))
  const talk = { load: vi.fn(), ask: vi.fn() }
  const news = { onOpen: vi.fn(), onMissing: vi.fn() }
  const followed = followDesign(store, talk, news)
  const stateNow = () => store.get().content.editor.state
  return { store, talk, news, stateNow, ...followed }
}

describe('a design in two editors', () => {
  test('is loaded there, and nothing is changed by that alone', () => {
    const { store, talk, news, hear } = opened()
    expect(talk.load).toHaveBeenCalledExactlyOnceWith(design('begin'), 1)
    const written = { ...design('begin'), schemaVersion: 21 }
    hear({ kind: 'loaded', design: written, turn: 1 })
    hear({ kind: 'changed', design: structuredClone(written), turn: 1 })
    expect(news.onOpen).toHaveBeenCalledOnce()
    expect(store.get().revision).toBe(0)
  })

  test('is changed here by what is changed there, and not sent back', () => {
    const { talk, hear, stateNow } = opened()
    hear({ kind: 'loaded', design: design('begin'), turn: 1 })
    hear({ kind: 'changed', design: design('there'), turn: 1 })
    expect(stateNow()).toEqual(design('there'))
    expect(talk.load).toHaveBeenCalledOnce()
  })

  test('is taken back there by what is undone here; what was on its way meanwhile is too late', () => {
    const { store, talk, hear, stateNow } = opened()
    hear({ kind: 'loaded', design: design('begin'), turn: 1 })
    hear({ kind: 'changed', design: design('there'), turn: 1 })
    store.undo()
    expect(talk.load).toHaveBeenLastCalledWith(design('begin'), 2)
    hear({ kind: 'changed', design: design('late'), turn: 1 })
    expect(stateNow()).toEqual(design('begin'))
  })

  test('is not loaded anew by another subject', () => {
    const { store, talk } = opened()
    store.change((content) => ({ ...content, subject: 'Two' }))
    expect(talk.load).toHaveBeenCalledOnce()
  })

  test('of which a part would be lost is changed by nothing', () => {
    const { news, hear, stateNow } = opened()
    hear({ kind: 'loaded', design: { body: { rows: [], values: {} } }, turn: 1 })
    expect(news.onMissing).toHaveBeenCalledWith(['row', 'row', 'text'])
    hear({ kind: 'changed', design: design('there'), turn: 1 })
    expect(stateNow()).toEqual(design('begin'))
  })

  test('is handed over before a save, as far as the other editor answers', async () => {
    vi.useFakeTimers()
    try {
      const { store, talk, hear, stateNow, stop } = opened()
      await store.gather()
      expect(talk.ask).not.toHaveBeenCalled()
      hear({ kind: 'loaded', design: design('begin'), turn: 1 })
      const given = store.gather()
      hear({ kind: 'asked', id: talk.ask.mock.calls[0]?.[0], design: design('typed'), turn: 1 })
      await given
      expect(stateNow()).toEqual(design('typed'))
      const silent = store.gather()
      await vi.advanceTimersByTimeAsync(2_000)
      await silent
      stop()
      await store.gather()
      expect(talk.ask).toHaveBeenCalledTimes(2)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('what a frame tells', () => {
  const good = { design: design('x'), turn: 1 }

  test.each([
    [{ kind: 'changed', ...good }],
    [{ kind: 'loaded', ...good }],
    [{ kind: 'asked', id: 3, ...good }],
    [{ kind: 'failed' }],
  ])('%o is heard', (data) => expect(readTold(data)).toEqual(data))

  test('an image is a file, whatever it is called there', () => {
    const told = readTold({ kind: 'image', id: 1, file: new Blob(['x'], { type: 'image/png' }) })
    expect(told).toMatchObject({ kind: 'image', id: 1, file: { name: 'image', type: 'image/png' } })
  })

  test.each([
    [undefined],
    ['changed'],
    [{ kind: 'changed', turn: 1, design: 'x' }],
    [{ kind: 'changed', turn: 1, design: { body: { rows: [{ cells: 1 }] } } }],
    [{ kind: 'changed', design: good.design }],
    [{ kind: 'asked', ...good }],
    [{ kind: 'image', id: 1, file: 'https://example.com/x.png' }],
    [{ kind: 'image', file: new Blob([]) }],
    [{ kind: 'save', ...good }],
  ])('%o is not', (data) => expect(readTold(data)).toBeUndefined())
})
