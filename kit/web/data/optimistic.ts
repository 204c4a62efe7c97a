import type { Query, QueryClient } from '@tanstack/react-query'
import type { CallDef, Input, Result } from '../../contract/call.ts'
import { keyOf } from './queryKey.ts'

type Change = (answer: never) => unknown
type Step = { id: number; key: readonly unknown[]; change: Change }
type Layer = { base: unknown; steps: Step[] }

/** What an optimistic save may do to the kept answers. */
export type Answers = {
  /** Changes kept answers of a call at once; taken back when the save is refused. */
  patch: <C extends CallDef>(
    definition: C,
    change: (answer: Result<C>) => Result<C>,
    input?: Input<C> | undefined,
  ) => void
}

const layersOf = new WeakMap<QueryClient, Map<string, Layer>>()
let lastId = 0

const layersFor = (client: QueryClient) => {
  const found = layersOf.get(client)
  if (found) return found
  const made = new Map<string, Layer>()
  layersOf.set(client, made)
  return made
}

const show = (client: QueryClient, query: Query, layer: Layer) => {
  const shown = layer.steps.reduce((answer, { change }) => change(answer as never), layer.base)
  client.setQueryData(query.queryKey, shown)
}

const add = (client: QueryClient, query: Query, step: Step) => {
  const layers = layersFor(client)
  const layer = layers.get(query.queryHash) ?? { base: query.state.data, steps: [] }
  layer.steps.push(step)
  layers.set(query.queryHash, layer)
  show(client, query, layer)
}

const settle = (client: QueryClient, id: number, isKept: boolean) => {
  const layers = layersFor(client)
  for (const [hash, layer] of layers) {
    const mine = layer.steps.filter((step) => step.id === id)
    if (mine.length === 0) continue
    if (isKept) layer.base = mine.reduce((answer, { change }) => change(answer as never), layer.base)
    layer.steps = layer.steps.filter((step) => step.id !== id)
    const query = client.getQueryCache().get(hash)
    if (query) show(client, query as Query, layer)
    if (layer.steps.length === 0) layers.delete(hash)
  }
}

/**
 * Shows a save before the server has answered. Saves that overlap stay apart: taking one back leaves the others' changes
 * as they are.
 */
export const beginOptimistic = (client: QueryClient, write: (answers: Answers) => unknown) => {
  const id = ++lastId
  const keys: (readonly unknown[])[] = []
  const patch: Answers['patch'] = (definition, change, input) => {
    const key = keyOf(definition, input)
    keys.push(key)
    void client.cancelQueries({ queryKey: key })
    for (const query of client.getQueryCache().findAll({ queryKey: key })) {
      if (query.state.data !== undefined) add(client, query as Query, { id, key, change: change as Change })
    }
  }
  const result = write({ patch })
  return {
    /** What `write` answered. */
    result,
    /** The server took it. */
    keep: () => settle(client, id, true),
    /** The server refused it: as it was before, and asked for again. Throws where that fails. */
    undo: async () => {
      settle(client, id, false)
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }, { throwOnError: true })))
    },
  }
}
