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
import { historyKeeper } from './kept.ts'
import type { FlowApi } from './saving.ts'
import { type CanvasStore, createCanvasStore, keyFor } from './store.ts'

const step = (key = newKey(), type: StepPart['type'] = 'action'): StepPart => ({
  key,
  type,
  serviceId: 'millrace',
  operationKey: '/add-tag',
  values: {},
  x: 0,
  y: 0,
})

type Saved = { source: number; target: number; condition?: string | null }

/** A server in memory that refuses links to steps it does not have, keeps deleted steps, and fails when told to. */
const server = () => {
  let next = 100
  let revision = 0
  const steps = new Map<number, { x: number; values: unknown }>()
  const gone = new Set<number>()
  const links = new Map<number, Saved>()
  let failing = false
  const api: FlowApi = async ({ steps: on = {}, links: ties = {} }) => {
    if (failing) throw new Error('Error while saving.')
    const ids: Record<string, number> = {}
    for (const { key, id, x, values } of on.add ?? []) {
      if (id !== undefined && !gone.delete(Number(id))) throw new Error('not deleted')
      ids[key] = Number(id ?? ++next)
      steps.set(ids[key], { x, values })
    }
    for (const { id, x, values } of on.change ?? []) {
      const step = steps.get(Number(id))
      if (!step) throw new Error('no such step')
      steps.set(Number(id), { x: x ?? step.x, values: values ?? step.values })
    }
    for (const { id } of on.remove ?? []) {
      if (!steps.delete(Number(id))) throw new Error('no such step')
      gone.add(Number(id))
      for (const [link, { source, target }] of links)
        if (source === Number(id) || target === Number(id)) links.delete(link)
    }
    for (const id of ties.remove ?? []) if (!links.delete(Number(id))) throw new Error('no such link')
    for (const { key, source, target, condition } of ties.add ?? []) {
      const [from, to] = [ids[source] ?? Number(source), ids[target] ?? Number(target)]
      if (!steps.has(from) || !steps.has(to)) throw new Error('a link needs both steps')
      ids[key] = ++next
      links.set(next, { source: from, target: to, condition })
    }
    return { revision: ++revision, ids }
  }
  return { api, steps, links, others: () => ++revision, fail: (value: boolean) => (failing = value) }
}

const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  }
}

const open = (backend = server(), mayEdit = async () => true, storage = memory()) => {
  const errors: string[] = []
  const told = { dropped: 0, behind: 0 }
  const store = createCanvasStore({
    api: backend.api,
    mayEdit,
    kept: historyKeeper('history', storage),
    onError: (error) => errors.push(error.message),
    onDropped: () => told.dropped++,
    onBehind: () => told.behind++,
  })
  return { store, backend, errors, storage, told }
}

/** What a reload shows: the document by ids. */
const reloaded = (from: CanvasStore) => {
  const { steps, links } = from.state().document
  const ids = new Map<string, number>()
  const renamed = (kind: 'step' | 'link', key: string) => {
    const id = from.idOf(key)!
    ids.set(keyFor(kind, id), id)
    return keyFor(kind, id)
  }
  const document: FlowDocument = { ...EMPTY, steps: {}, links: {} }
  for (const one of Object.values(steps)) {
    const key = renamed('step', one.key)
    document.steps[key] = { ...one, key }
  }
  for (const one of Object.values(links)) {
    const key = renamed('link', one.key)
    document.links[key] = { ...one, key, source: renamed('step', one.source), target: renamed('step', one.target) }
  }
  return { document, ids }
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

  it('undoes a deletion with the same step, and undoes further after a reload', async () => {
    const first = open()
    const [a, b] = [step(), step()]
    await first.store.commit(add({ steps: [a, b], links: [{ key: newKey(), source: a.key, target: b.key }] }))
    await first.store.commit(change(first.store.state().document, 'steps', { [a.key]: { x: 40 } }))
    await first.store.commit(remove(first.store.state().document, new Set([b.key])))
    await first.store.settled()
    const id = first.store.idOf(b.key)!
    const { store, backend, errors } = open(first.backend, undefined, first.storage)
    const { document, ids } = reloaded(first.store)
    store.load(document, ids, 3)
    for (const _ of [1, 2]) {
      expect(await store.undo()).toBe(true)
      await store.settled()
    }
    expect(errors).toEqual([])
    expect([...backend.steps.keys()].sort()).toEqual([first.store.idOf(a.key), id].sort())
    expect([...backend.steps.values()].map(({ x }) => x)).toEqual([0, 0])
    expect(backend.links.size).toBe(1)
    await store.undo()
    await store.settled()
    expect([backend.steps.size, store.state().canUndo]).toEqual([0, false])
    for (const _ of [1, 2, 3]) await store.redo()
    await store.settled()
    expect([backend.steps.size, backend.links.size]).toEqual([1, 0])
  })

  it('drops an undo where somebody else changed the same settings meanwhile', async () => {
    const { store, told } = open()
    const a = step()
    await store.commit(add({ steps: [a] }))
    await store.commit(change(store.state().document, 'steps', { [a.key]: { values: { tag: 'mine' } } }))
    await store.settled()
    const theirs = { ...a, values: { tag: 'theirs' } }
    store.load({ ...EMPTY, steps: { [a.key]: theirs } }, new Map(), store.revision() + 1)
    expect(await store.undo()).toBe(false)
    expect([told.dropped, store.state().document.steps[a.key]]).toEqual([1, theirs])
  })

  it('reads the flow again where others changed it between two gestures', async () => {
    const { store, backend, told } = open()
    store.load(EMPTY, new Map(), 0)
    await store.commit(add({ steps: [step()] }))
    await store.settled()
    expect(told.behind).toBe(0)
    backend.others()
    await store.commit(add({ steps: [step()] }))
    await store.settled()
    expect(told.behind).toBe(1)
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
