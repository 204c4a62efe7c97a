import type { Edge, Node } from '@xyflow/react'
import { exitsOf, type Names, settingsProblemsOf, stepTypeOf, summaryOf } from '../../contract/index.ts'
import type { FlowDocument, LinkPart, NotePart, StepPart } from './document.ts'
import type { NoteNodeData, StepNodeData } from './nodes.tsx'

/** Figures of one step. */
export type StepFigures = { entered: number; queued: number; failed: number }

/** What is known of steps besides the document, by step key. */
export type Known = {
  names: Names
  figures(key: string): StepFigures
  problem(key: string): string | undefined
  mail(key: string): StepNodeData['mail']
}

/** A step in the shape that the contract's functions read. */
export const asStep = ({ serviceId, operationKey, values, title }: StepPart) => ({
  serviceId,
  operationKey,
  inputFields: { values },
  data: { title: title ?? null },
})

const stepData = (step: StepPart, taken: readonly string[], known: Known): StepNodeData => {
  const type = stepTypeOf(step)
  const { title, text } = summaryOf(asStep(step), known.names)
  const mail = known.mail(step.key)
  return {
    kind: type?.kind ?? step.type,
    icon: type?.icon ?? 'help',
    title,
    text,
    ...known.figures(step.key),
    problem: known.problem(step.key) ?? settingsProblemsOf(asStep(step))[0]?.message,
    exits: exitsOf(asStep(step)),
    taken,
    hasWayOut: type?.hasWayOut ?? true,
    ...(mail && { mail }),
  }
}

const sameData = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Nodes of a document. What did not change keeps its node, so that the canvas draws only what did. */
export const toNodes = (document: FlowDocument, known: Known, before: ReadonlyMap<string, Node>): Node[] => {
  const taken = new Map<string, string[]>()
  for (const { source, condition = '' } of Object.values(document.links)) {
    taken.set(source, [...(taken.get(source) ?? []), condition])
  }
  const keep = (node: Node): Node => {
    const old = before.get(node.id)
    if (!old) return node
    const isSame =
      old.position.x === node.position.x && old.position.y === node.position.y && sameData(old.data, node.data)
    if (isSame && old.width === node.width && old.height === node.height) return old
    return { ...old, ...node, data: sameData(old.data, node.data) ? old.data : node.data }
  }
  const note = ({ key, type, text, fontSize, x, y, width, height }: NotePart): Node =>
    keep({
      id: key,
      type: 'note',
      position: { x, y },
      data: { text, fontSize, type } satisfies NoteNodeData,
      zIndex: -1,
      ...(type === 'note' && { width, height }),
    })
  const step = (part: StepPart): Node =>
    keep({
      id: part.key,
      type: 'step',
      position: { x: part.x, y: part.y },
      data: stepData(part, taken.get(part.key) ?? [], known),
      ariaLabel: summaryOf(asStep(part), known.names).title,
    })
  return [...Object.values(document.notes).map(note), ...Object.values(document.steps).map(step)]
}

const edge = ({ key, source, target, condition }: LinkPart): Edge => ({
  id: key,
  source,
  target,
  type: 'step',
  data: { exit: condition },
})

/** Links of a document; unchanged ones keep their object. */
export const toEdges = (document: FlowDocument, before: ReadonlyMap<string, Edge>): Edge[] =>
  Object.values(document.links).map((link) => {
    const old = before.get(link.key)
    const next = edge(link)
    return old && old.source === next.source && old.target === next.target && sameData(old.data, next.data) ? old : next
  })
