import { send } from '@millrace/kit/web'
import { flowsContract as calls, type Flow, type Step } from '../../contract/index.ts'
import type { FlowDocument, NotePart, StepPart } from './document.ts'
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

const noteBody = ({ text, fontSize, x, y, width, height }: NotePart) => ({
  text,
  fontSize,
  coordinates: { x, y },
  dimensions: { width, height },
})

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The canvas's calls for one flow. `recompute` answers what the member chose for people who are waiting at a changed step. */
export const flowApi = (flowId: number, recompute: (stepId: number) => boolean | undefined): FlowApi => ({
  createStep: async ({ serviceId, operationKey, values, title, x, y }) => {
    const { step } = await send(calls.createStep, {
      body: {
        integrationId: flowId,
        serviceId,
        operationKey,
        inputFields: { values },
        data: { editor: { coordinates: { x, y } }, ...(title && { title }) },
      },
    })
    return step.id
  },
  updateStep: async (id, before, after) => {
    const isMoved = before.x !== after.x || before.y !== after.y
    const recomputeDelay = recompute(id)
    await send(calls.updateStep, {
      params: { id },
      body: {
        ...(!same(before.values, after.values) && { inputFields: { values: after.values } }),
        data: {
          ...(isMoved && { editor: { coordinates: { x: after.x, y: after.y } } }),
          ...(before.title !== after.title && { title: after.title ?? null }),
        },
        ...(recomputeDelay !== undefined && { recomputeDelay }),
      },
    })
  },
  deleteStep: (id) => send(calls.deleteStep, { params: { id } }),
  createLink: async ({ condition, retrigger }, source, target) => {
    const data = { condition: condition ?? null, ...(retrigger && { retriggerObjectsUponActivation: true }) }
    const { link } = await send(calls.createLink, { body: { source, target, data } })
    return link.id
  },
  deleteLink: (id) => send(calls.deleteLink, { params: { id } }),
  createNote: async (note) => {
    const { decoration } = await send(calls.createDecoration, {
      body: { integrationId: flowId, type: note.type, ...noteBody(note) },
    })
    return decoration.id
  },
  updateNote: async (id, after) => {
    await send(calls.updateDecoration, { params: { decorationId: id }, body: noteBody(after) })
  },
  deleteNote: (id) => send(calls.deleteDecoration, { params: { decorationId: id } }),
})
