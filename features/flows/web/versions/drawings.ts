import { type Comparison, type Drawing, type Flow, stepTypeOf } from '../../contract/index.ts'
import type { FlowDocument } from '../canvas/document.ts'
import type { Mark } from '../canvas/overlay.ts'
import { keyFor } from '../canvas/store.ts'

/** The flow as it stands, as versions are drawn. */
export const drawingOf = (flow: Flow): Drawing => ({
  canEnterOnce: flow.data.canEnterOnce,
  oncePerPeriod: flow.data.canEnterOncePerPeriod,
  steps: Object.values(flow.steps).map(({ id, serviceId, operationKey, inputFields, data }) => ({
    id,
    serviceId,
    operationKey,
    input: inputFields.values,
    title: data.title ?? null,
    ...data.editor.coordinates,
  })),
  links: flow.links.map(({ id, source, target, data }) => ({ id, source, target, condition: data.condition ?? '' })),
  decorations: flow.decorations.map(({ id, type, text, fontSize, coordinates, dimensions }) => ({
    ...{ id, type, text, fontSize },
    ...coordinates,
    ...dimensions,
  })),
})

/** A drawing as the canvas shows it. */
export const documentOfDrawing = ({ steps, links, decorations }: Drawing): FlowDocument => ({
  steps: Object.fromEntries(
    steps.map(({ id, input, ...step }) => {
      const key = keyFor('step', id)
      return [key, { ...step, key, type: stepTypeOf(step)?.type ?? 'action', values: input }]
    }),
  ),
  links: Object.fromEntries(
    links.map(({ id, source, target, condition }) => {
      const [key, from, to] = [keyFor('link', id), keyFor('step', source), keyFor('step', target)]
      return [key, { key, source: from, target: to, ...(condition && { condition }) }]
    }),
  ),
  notes: Object.fromEntries(
    decorations.map(({ id, ...note }) => {
      const key = keyFor('note', id)
      return [key, { ...note, key }]
    }),
  ),
})

const BADGES = { removed: 'deleted since', changed: 'changed since', added: 'added since' } as const

/** What became of an earlier drawing's parts until now, as marks on it. */
export const marksOf = ({ steps, links }: Comparison): Record<string, Mark> => ({
  ...Object.fromEntries(
    [...steps].map(([id, { change, words }]) => [
      keyFor('step', id),
      { tone: change, badge: BADGES[change], title: words } satisfies Mark,
    ]),
  ),
  ...Object.fromEntries([...links].map(([id, { change }]) => [keyFor('link', id), { tone: change } satisfies Mark])),
})
