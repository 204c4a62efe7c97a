import { send } from '@millrace/kit/web'
import { flowsContract as calls, type Flow, type Step } from '../../contract/index.ts'
import type { FlowDocument, StepPart } from './document.ts'
import type { FlowApi, Ids } from './saving.ts'
import { keyFor } from './store.ts'

/** A step as the canvas holds it. */
export const stepPart = (step: Step): StepPart => ({
  key: keyFor('step', step.id),
  type: step.type,
  serviceId: step.serviceId,
  operationKey: step.operationKey,
  values: step.inputFields.values,
  title: step.data.title,
  x: step.data.editor.coordinates.x,
  y: step.data.editor.coordinates.y,
})

/**
 * The server's flow as a document. Parts made in this session keep the key they were drawn with, so that nothing jumps and the
 * history still knows them.
 */
export const documentOf = (flow: Flow, known: (id: number, kind: 'step' | 'link' | 'note') => string | undefined) => {
  const ids: Ids = new Map()
  const keyOf = (kind: 'step' | 'link' | 'note', id: number) => {
    const key = known(id, kind) ?? keyFor(kind, id)
    ids.set(key, id)
    return key
  }
  const document: FlowDocument = { steps: {}, links: {}, notes: {} }
  for (const step of Object.values(flow.steps)) {
    const key = keyOf('step', step.id)
    document.steps[key] = { ...stepPart(step), key }
  }
  for (const link of flow.links) {
    const key = keyOf('link', link.id)
    const { condition, retriggerObjectsUponActivation } = link.data
    document.links[key] = {
      key,
      source: keyOf('step', link.source),
      target: keyOf('step', link.target),
      ...(condition && { condition }),
      ...(retriggerObjectsUponActivation && { retrigger: true }),
    }
  }
  for (const { id, type, text, fontSize, coordinates, dimensions } of flow.decorations) {
    const key = keyOf('note', id)
    document.notes[key] = { key, type, text, fontSize, ...coordinates, ...dimensions }
  }
  return { document, ids }
}

/** The canvas's way to the server, for one flow. */
export const flowApi =
  (flowId: number): FlowApi =>
  (changes) =>
    send(calls.changeFlow, { params: { id: flowId }, body: changes })
