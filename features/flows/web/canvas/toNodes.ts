import type { Edge, Node } from '@xyflow/react'
import { exitsOf, type Names, stepTypeOf, summaryOf } from '../../contract/index.ts'
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

type Told = Pick<StepNodeData, 'kind' | 'icon' | 'title' | 'text' | 'exits' | 'hasWayOut'>
const told = new WeakMap<StepPart, { names: Names; told: Told }>()

/** What a step says by itself. Asked for every step at each look, so it is worked out once for a step as it stands. */
const tellStep = (step: StepPart, names: Names): Told => {
  const known = told.get(step)
  if (known?.names === names) return known.told
  const type = stepTypeOf(step)
  const fresh: Told = {
    kind: type?.kind ?? step.type,
    icon: type?.icon ?? 'help',
    ...summaryOf(asStep(step), names),
    exits: exitsOf(asStep(step)),
    hasWayOut: type?.hasWayOut ?? true,
  }
  told.set(step, { names, told: fresh })
  return fresh
}

const NONE: readonly string[] = []

const stepData = (step: StepPart, taken: readonly string[], known: Known): StepNodeData => {
  const mail = known.mail(step.key)
  const problem = known.problem(step.key)
  return {
    ...tellStep(step, known.names),
    ...known.figures(step.key),
    ...(problem && { problem }),
    taken,
    ...(mail && { mail }),
  }
}

/** Compares what nodes show, one level into lists and figures. */
const sameData = (a: unknown, b: unknown, depth = 2): boolean => {
  if (a === b) return true
  if (depth === 0 || typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false
  const [of, than] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const names = Object.keys(of)
  return names.length === Object.keys(than).length && names.every((name) => sameData(of[name], than[name], depth - 1))
}

/** Nodes of a document. What did not change keeps its node, so that the canvas draws only what did. */
export const toNodes = (document: FlowDocument, known: Known, before: ReadonlyMap<string, Node>): Node[] => {
  const taken = new Map<string, string[]>()
  for (const { source, condition = '' } of Object.values(document.links)) {
    const there = taken.get(source)
    if (there) there.push(condition)
    else taken.set(source, [condition])
  }
  const keep = (node: Node): Node => {
    const old = before.get(node.id)
    if (!old) return node
    const hasSameData = sameData(old.data, node.data)
    const isThere = old.position.x === node.position.x && old.position.y === node.position.y
    if (hasSameData && isThere && old.width === node.width && old.height === node.height) return old
    return { ...old, ...node, data: hasSameData ? old.data : node.data }
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
      data: stepData(part, taken.get(part.key) ?? NONE, known),
      ariaLabel: tellStep(part, known.names).title,
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
