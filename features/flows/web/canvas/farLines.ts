import type { Edge, Node } from '@xyflow/react'
import { FAR_HEIGHT } from './farSize.ts'
import type { StepNodeData } from './StepNode.tsx'
import { bendOf, type LinkTurn, STEP_WIDTH, shareOf } from './ways.ts'

type Point = readonly [x: number, y: number]

const heightOf = ({ measured }: Node) => measured?.height ?? FAR_HEIGHT

/** A link as lines without bows, which nobody sees from afar: its corners. */
export const cornersOf = (source: Node, target: Node, link: LinkTurn & { exit?: string | undefined }): Point[] => {
  const { ways } = source.data as StepNodeData
  const x = source.position.x + STEP_WIDTH * shareOf(Math.max(0, ways.indexOf(link.exit ?? '')), ways.length)
  const y = source.position.y + heightOf(source)
  const [toX, toY] = [target.position.x + STEP_WIDTH / 2, target.position.y]
  const [down, up] = toY >= y + 20 ? [bendOf(link, y, toY) ?? (y + toY) / 2, undefined] : [y + 20, toY - 20]
  if (up === undefined)
    return [
      [x, y],
      [x, down],
      [toX, down],
      [toX, toY],
    ]
  const beside = (x + toX) / 2
  return [
    [x, y],
    [x, down],
    [beside, down],
    [beside, up],
    [toX, up],
    [toX, toY],
  ]
}

/** How far a point is from lines that go straight across or straight down. */
const distanceTo = (corners: readonly Point[], [x, y]: Point): number => {
  let nearest = Number.POSITIVE_INFINITY
  for (const [index, [endX, endY]] of corners.entries()) {
    const [fromX, fromY] = corners[index - 1] ?? [endX, endY]
    const aside = Math.max(Math.min(fromX, endX) - x, 0, x - Math.max(fromX, endX))
    const above = Math.max(Math.min(fromY, endY) - y, 0, y - Math.max(fromY, endY))
    nearest = Math.min(nearest, Math.hypot(aside, above))
  }
  return nearest
}

/** The link that passes nearest to a point, no further than so much; undefined where none does. */
export const nearestLink = (
  nodes: readonly Node[],
  edges: readonly Edge[],
  at: { x: number; y: number },
  reach: number,
): string | undefined => {
  const byKey = new Map(nodes.map((node) => [node.id, node]))
  let [found, nearest]: [string | undefined, number] = [undefined, reach]
  for (const { id, source, target, data } of edges) {
    const [from, to] = [byKey.get(source), byKey.get(target)]
    if (!from || !to) continue
    const distance = distanceTo(cornersOf(from, to, data as LinkTurn), [at.x, at.y])
    if (distance <= nearest) [found, nearest] = [id, distance]
  }
  return found
}
