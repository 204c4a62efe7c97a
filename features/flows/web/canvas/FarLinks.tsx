import { type Edge, type Node, ViewportPortal } from '@xyflow/react'
import { useContext, useMemo } from 'react'
import { MarksContext } from './CanvasContext.ts'
import { cornersOf } from './farLines.ts'
import { type LinkData, MARK_COLORS } from './StepLink.tsx'

/** From how many links on a flow that is seen from afar has them drawn as one. */
const MANY = 120

/** Whether so many links are drawn as one. */
export const isVast = (edges: readonly Edge[]): boolean => edges.length > MANY

/** All links of a large flow in a handful of lines: each by itself would be listened to and drawn again at every move. */
export const FarLinks = ({ nodes, edges }: { nodes: readonly Node[]; edges: readonly Edge[] }) => {
  const marks = useContext(MarksContext)
  const lines = useMemo(() => {
    const byKey = new Map(nodes.map((node) => [node.id, node]))
    const byColor = new Map<string, string>()
    for (const { id, source, target, data } of edges) {
      const [from, to] = [byKey.get(source), byKey.get(target)]
      if (!from || !to) continue
      const tone = marks[id]?.tone
      const color = tone ? MARK_COLORS[tone] : 'var(--edge)'
      const corners = cornersOf(from, to, data as LinkData).map(([x, y]) => `${x} ${y}`)
      byColor.set(color, `${byColor.get(color) ?? ''}M${corners.join('L')}`)
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
