import type { Edge, Node } from '@xyflow/react'
import { exitsOf, type Names, stepTypeOf, summaryOf } from '../../contract/index.ts'
import type { FlowDocument, LinkPart, NotePart, StepPart } from './document.ts'
import type { NoteNodeData } from './NoteNode.tsx'
import type { LinkData } from './StepLink.tsx'
import type { StepNodeData } from './StepNode.tsx'
import { lanesOf, waysOf } from './ways.ts'

/** Figures of one step. */
export type StepFigures = { entered: number; queued: number; failed: number }

/** What is known of steps besides the document, by step key. */
export type Known = {
  names: Names
  figures(key: string): StepFigures
  problem(key: string): string | undefined
  /** How its mails or messages do. */
  said(key: string): StepNodeData['said']
}

/** A step in the shape that the contract's functions read. */
export const asStep = ({ serviceId, operationKey, values, title }: StepPart) => ({
  serviceId,
  operationKey,
  inputFields: { values },
  data: { title: title ?? null },
})

type Told = Pick<StepNodeData, 'kind' | 'icon' | 'title' | 'text' | 'hasWayOut'> & { exits: readonly string[] }
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
  const said = known.said(step.key)
  const problem = known.problem(step.key)
  const { exits, ...words } = tellStep(step, known.names)
  const figures = known.figures(step.key)
  return { ...words, ...waysOf(exits, taken), ...figures, ...(problem && { problem }), taken, ...(said && { said }) }
}

/** Compares what nodes show, one level into lists and figures. */
const sameData = (a: unknown, b: unknown, depth = 2): boolean => {
  if (a === b) return true
  if (depth === 0 || typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false
  const [of, than] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const names = Object.keys(of)
  return names.length === Object.keys(than).length && names.every((name) => sameData(of[name], than[name], depth - 1))
}

const isSameLink = (a: Edge, b: Edge) =>
  a.source === b.source && a.target === b.target && a.ariaLabel === b.ariaLabel && sameData(a.data, b.data)

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
    // What is in somebody's hand stays there, whatever is told of it meanwhile.
    const place = old.dragging || old.resizing ? old : node
    const isThere = old.position.x === place.position.x && old.position.y === place.position.y
    if (hasSameData && isThere && old.width === place.width && old.height === place.height) return old
    const { position, width, height } = place
    const size = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) }
    if (hasSameData) return { ...old, ...node, ...size, position, data: old.data }
    // Where its links leave may be elsewhere now.
    const { handles: _said, ...rest } = old
    return { ...rest, ...node, ...size, position }
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

type Titles = (key: string) => string

const edge = ({ key, source, target, condition }: LinkPart, turn: Omit<LinkData, 'exit'>, titleOf: Titles): Edge => ({
  id: key,
  source,
  target,
  ...(condition && { sourceHandle: condition }),
  type: 'step',
  data: { exit: condition, ...turn } satisfies LinkData,
  ariaLabel: `From “${titleOf(source)}”${condition ? ` by “${condition}”` : ''} to “${titleOf(target)}”`,
})

/** Links of a document; unchanged ones keep their object. */
export const toEdges = (document: FlowDocument, names: Names, before: ReadonlyMap<string, Edge>): Edge[] => {
  const titleOf: Titles = (key) => {
    const step = document.steps[key]
    return step ? tellStep(step, names).title : ''
  }
  const edges: Edge[] = []
  for (const [source, links] of Map.groupBy(Object.values(document.links), (link) => link.source)) {
    const step = document.steps[source]
    const { ways } = waysOf(
      step ? tellStep(step, names).exits : [],
      links.map(({ condition = '' }) => condition),
    )
    const lanes = lanesOf(document, links, ways)
    for (const link of links) {
      const old = before.get(link.key)
      const next = edge(link, { lane: lanes.get(link.key), count: ways.length }, titleOf)
      edges.push(old && isSameLink(old, next) ? old : { ...next, ...(old?.selected && { selected: true }) })
    }
  }
  return edges
}
