import { type Node, type NodeChange, Position } from '@xyflow/react'
import type { NoteNodeData } from './NoteNode.tsx'
import type { StepNodeData } from './StepNode.tsx'
import { STEP_WIDTH, shareOf } from './ways.ts'

/** How high a step is from afar, whatever it says. */
export const FAR_HEIGHT = 84
/** A place where links end or leave, from afar: a square around the middle of an edge. */
const POINT = 8

const pointAt = (share: number, y: number) => ({
  x: STEP_WIDTH * share - POINT / 2,
  y: y - POINT / 2,
  width: POINT,
  height: POINT,
})

const pointsOf = ({ kind, ways, hasWayOut }: StepNodeData): NonNullable<Node['handles']> => [
  ...(kind === 'trigger' ? [] : [{ type: 'target' as const, position: Position.Top, ...pointAt(0.5, 0) }]),
  ...(hasWayOut ? ways : []).map((way, index) => ({
    ...(way && { id: way }),
    type: 'source' as const,
    position: Position.Bottom,
    ...pointAt(shareOf(index, ways.length), FAR_HEIGHT),
  })),
]

/**
 * A node with the size that it has from afar, said beforehand: one whose size is not known is drawn only to be measured,
 * and a large flow would be drawn whole before the part of it that is seen.
 */
export const sizedFar = (node: Node): Node => {
  if (node.type === 'step')
    return {
      ...node,
      measured: { width: STEP_WIDTH, height: FAR_HEIGHT },
      handles: pointsOf(node.data as StepNodeData),
    }
  const { text, fontSize } = node.data as NoteNodeData
  const { width = 60 + text.length * fontSize * 0.5, height = fontSize * 1.5 } = node
  return { ...node, measured: { width, height }, handles: [] }
}

/** Nodes that have been measured go by what was found: what was said beforehand is taken from them. */
export const forgetSaid = (nodes: Node[], changes: readonly NodeChange[]): Node[] => {
  const measured = new Set(changes.flatMap((change) => (change.type === 'dimensions' ? [change.id] : [])))
  if (!measured.size) return nodes
  return nodes.map((node) => {
    if (!node.handles || !measured.has(node.id)) return node
    const { handles: _said, ...found } = node
    return found
  })
}
