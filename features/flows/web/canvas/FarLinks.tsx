import { type Edge, type Node, ViewportPortal } from '@xyflow/react'
import { useContext, useMemo } from 'react'
import { MarksContext } from './CanvasContext.ts'
import { FAR_HEIGHT } from './farSize.ts'
import type { StepNodeData } from './nodes.tsx'
import { type LinkData, MARK_COLORS } from './StepLink.tsx'
import { bendOf, STEP_WIDTH, shareOf } from './ways.ts'

/** From how many links on a flow that is seen from afar has them drawn as one. */
const MANY = 120

/** Whether so many links are drawn as one. */
export const isVast = (edges: readonly Edge[]): boolean => edges.length > MANY

const heightOf = ({ measured }: Node) => measured?.height ?? FAR_HEIGHT

/** A link as lines without bows, which nobody sees from afar. */
const lineOf = (source: Node, target: Node, link: LinkData): string => {
  const { ways } = source.data as StepNodeData
  const x = source.position.x + STEP_WIDTH * shareOf(Math.max(0, ways.indexOf(link.exit ?? '')), ways.length)
  const y = source.position.y + heightOf(source)
  const [toX, toY] = [target.position.x + STEP_WIDTH / 2, target.position.y]
  if (toY >= y + 20) return `M${x} ${y}V${bendOf(link, y, toY) ?? (y + toY) / 2}H${toX}V${toY}`
  const beside = (x + toX) / 2
  return `M${x} ${y}v20H${beside}V${toY - 20}H${toX}v20`
}

/** All links of a large flow in a handful of lines: each by itself would be listened to and drawn again at every move. */
export const FarLinks = ({ nodes, edges }: { nodes: readonly Node[]; edges: readonly Edge[] }) => {
  const marks = useContext(MarksContext)
  const lines = useMemo(() => {
    const byKey = new Map(nodes.map((node) => [node.id, node]))
    const byColor = new Map<string, string>()
    for (const { id, source, target, data, selected } of edges) {
      const [from, to] = [byKey.get(source), byKey.get(target)]
      if (!from || !to) continue
      const tone = marks[id]?.tone
      const color = tone ? MARK_COLORS[tone] : selected ? 'var(--mantine-color-iris-5)' : 'var(--edge)'
      byColor.set(color, `${byColor.get(color) ?? ''}${lineOf(from, to, data as LinkData)}`)
    }
    return [...byColor]
  }, [nodes, edges, marks])
  return (
    <ViewportPortal>
      <svg style={{ position: 'absolute', zIndex: -1, overflow: 'visible', pointerEvents: 'none' }} aria-hidden="true">
        {lines.map(([color, path]) => (
          <path key={color} d={path} fill="none" stroke={color} strokeWidth={2.4} />
        ))}
      </svg>
    </ViewportPortal>
  )
}
