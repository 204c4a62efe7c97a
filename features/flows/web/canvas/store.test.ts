import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  change,
  duplicate,
  EMPTY,
  type FlowDocument,
  insertInto,
  mayLink,
  newKey,
  remove,
  type StepPart,
} from './document.ts'
import type { FlowApi } from './saving.ts'
import { createCanvasStore } from './store.ts'

const step = (key = newKey(), type: StepPart['type'] = 'action'): StepPart => ({
  key,
  type,
  serviceId: 'millrace',
  operationKey: '/add-tag',
  values: {},
  x: 0,
  y: 0,
})

/** A server in memory that refuses links to steps it does not have, and fails when told to. */
const server = () => {
  let next = 100
  const steps = new Map<number, StepPart>()
  const links = new Map<number, { source: number; target: number; condition?: string }>()
  const notes = new Map<number, unknown>()
  let failing = false
  const check = () => {
    if (failing) throw new Error('Error while saving.')
  }
  const api: FlowApi = {
    createStep: async (part) => {
      check()
      steps.set(++next, part)
      return next
    },
    updateStep: async (id, _before, after) => {
      check()
      if (!steps.has(id)) throw new Error('no such step')
      steps.set(id, after)
    },
    deleteStep: async (id) => {
      check()
      if (!steps.delete(id)) throw new Error('no such step')
      for (const [link, { source, target }] of links) if (source === id || target === id) links.delete(link)
    },
    createLink: async ({ condition }, source, target) => {
      check()
      if (!steps.has(source) || !steps.has(target)) throw new Error('a link needs both steps')
      links.set(++next, { source, target, condition })
      return next
    },
    deleteLink: async (id) => {
      check()
      if (!links.delete(id)) throw new Error('no such link')
    },
    createNote: async (note) => {
      check()
      notes.set(++next, note)
      return next
    },
    updateNote: async (id, note) => {
      check()
      notes.set(id, note)
    },
    deleteNote: async (id) => {
      check()
      if (!notes.delete(id)) throw new Error('no such note')
    },
  }
  return { api, steps, links, notes, fail: (value: boolean) => (failing = value) }
}

const open = (backend = server(), mayEdit = async () => true) => {
  const errors: string[] = []
  const store = createCanvasStore({ api: backend.api, mayEdit, onError: (error) => errors.push(error.message) })
  return { store, backend, errors }
}

const shapeOf = (document: FlowDocument) => ({
  steps: Object.keys(document.steps).sort(),
  links: Object.values(document.links)
    .map(({ source, target, condition }) => `${source}>${target}:${condition ?? ''}`)
    .sort(),
})

describe('the canvas store', () => {
  it('saves steps before their links and takes a gesture back as one', async () => {
    const { store, backend } = open()
    const [a, b] = [step(), step()]
    await store.commit(add({ steps: [a, b], links: [{ key: newKey(), source: a.key, target: b.key }] }))
    await store.settled()
    expect(backend.links.size).toBe(1)
    await store.undo()
    await store.settled()
    expect([backend.steps.size, backend.links.size, store.state().canRedo]).toEqual([0, 0, true])
    await store.redo()
    await store.settled()
    expect([backend.steps.size, backend.links.size]).toEqual([2, 1])
  })

  it('takes a refused gesture back with those behind it, and says so once', async () => {
    const { store, backend, errors } = open()
    const a = step()
    await store.commit(add({ steps: [a] }))
    await store.settled()
    backend.fail(true)
    const moved = change(store.state().document, 'steps', { [a.key]: { x: 40 } })
    await Promise.all([store.commit(moved), store.commit(add({ steps: [step()] }))])
    await store.settled()
    expect(store.state().document.steps[a.key]?.x).toBe(0)
    expect(Object.keys(store.state().document.steps)).toEqual([a.key])
    expect(errors).toEqual(['Error while saving.'])
    backend.fail(false)
    await store.undo()
    await store.settled()
    expect(backend.steps.size).toBe(0)
  })

  it('does nothing where the member does not confirm', async () => {
    const { store, backend } = open(server(), async () => false)
    expect(await store.commit(add({ steps: [step()] }))).toBe(false)
    expect([backend.steps.size, Object.keys(store.state().document.steps).length]).toEqual([0, 0])
  })

  it('puts a step into a link and keeps the exit on the first half', async () => {
    const { store } = open()
    const [a, b, between] = [step('a', 'filter'), step('b'), step('c')]
    await store.commit(add({ steps: [a, b], links: [{ key: 'l', source: 'a', target: 'b', condition: 'yes' }] }))
    await store.commit(insertInto(store.state().document, 'l', between))
    expect(shapeOf(store.state().document).links).toEqual(['a>c:yes', 'c>b:'])
  })

  it('bridges over a removed step and copies links among copied steps', () => {
    const document: FlowDocument = {
      ...EMPTY,
      steps: { a: step('a', 'trigger'), b: step('b'), c: step('c') },
      links: { x: { key: 'x', source: 'a', target: 'b' }, y: { key: 'y', source: 'b', target: 'c' } },
    }
    const healed = Object.values(remove(document, new Set(['b']), true).links ?? {}).flatMap(({ after }) => after ?? [])
    expect(healed.map(({ source, target }) => [source, target])).toEqual([['a', 'c']])
    expect(Object.keys(duplicate(document, new Set(['a', 'b'])).links ?? {})).toHaveLength(1)
  })

  it.each([
    ['itself', 'a', 'a', false],
    ['a trigger', 'b', 'a', false],
    ['where a link stands already', 'a', 'b', false],
    ['another step', 'b', 'c', true],
  ])('links to %s: %s to %s', (_what, source, target, may) => {
    const document: FlowDocument = {
      ...EMPTY,
      steps: { a: step('a', 'trigger'), b: step('b'), c: step('c') },
      links: { x: { key: 'x', source: 'a', target: 'b' } },
    }
    expect(mayLink(document, source, target)).toBe(may)
  })

  it('shows and saves the same after any run of gestures, undos and redos', async () => {
    const gesture = fc.oneof(
      fc.constant('add' as const),
      fc.constant('link' as const),
      fc.constant('move' as const),
      fc.constant('remove' as const),
      fc.constant('copy' as const),
      fc.constant('undo' as const),
      fc.constant('redo' as const),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(gesture, fc.nat(), fc.nat()), { maxLength: 40 }), async (run) => {
        const { store, backend, errors } = open()
        for (const [what, m, n] of run) {
          const { document } = store.state()
          const keys = Object.keys(document.steps)
          const [one = '', two = ''] = [keys[m % (keys.length || 1)], keys[n % (keys.length || 1)]]
          if (what === 'undo') await store.undo()
          else if (what === 'redo') await store.redo()
          else if (what === 'add') await store.commit(add({ steps: [step()] }))
          else if (what === 'link' && mayLink(document, one, two) && one && two)
            await store.commit(add({ links: [{ key: newKey(), source: one, target: two }] }))
          else if (what === 'move' && one) await store.commit(change(document, 'steps', { [one]: { x: n % 500 } }))
          else if (what === 'remove' && one) await store.commit(remove(document, new Set([one]), n % 2 === 0))
          else if (what === 'copy' && one) await store.commit(duplicate(document, new Set([one, two])))
        }
        await store.settled()
        const { document } = store.state()
        expect(errors).toEqual([])
        expect([...backend.steps.values()].map(({ x }) => x).sort()).toEqual(
          Object.values(document.steps)
            .map(({ x }) => x)
            .sort(),
        )
        const saved = [...backend.links.values()].map(({ source, target }) => `${source}>${target}`).sort()
        const shown = Object.values(document.links)
          .map(({ source, target }) => `${store.idOf(source)}>${store.idOf(target)}`)
          .sort()
        expect(saved).toEqual(shown)
      }),
      { numRuns: 60 },
    )
  })
})
