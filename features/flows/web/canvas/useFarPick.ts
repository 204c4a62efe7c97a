import type { Edge, Node, ReactFlowInstance } from '@xyflow/react'
import { type Dispatch, type MouseEvent, type SetStateAction, useCallback, useMemo, useRef } from 'react'
import { nearestLink } from './farLines.ts'

/** So near a click must be to a link, in pixels of the screen. */
const REACH = 8

type Links = { isMerged: boolean; nodes: Node[]; edges: Edge[]; setEdges: Dispatch<SetStateAction<Edge[]>> }

/** Picks links that are drawn as one, which hear of no click: the nearest is chosen, and is a link by itself while it is. */
export const useFarPick = ({ isMerged, nodes, edges, setEdges }: Links) => {
  const now = useRef({ isMerged, nodes, edges })
  now.current = { isMerged, nodes, edges }
  const pick = useCallback(
    (event: MouseEvent, canvas: ReactFlowInstance | undefined) => {
      const { isMerged: isOne, nodes: all, edges: links } = now.current
      if (!isOne || !canvas) return
      const at = canvas.screenToFlowPosition({ x: event.clientX, y: event.clientY })
      const key = nearestLink(all, links, at, REACH / canvas.getZoom())
      setEdges((old) =>
        old.map((edge) => {
          const selected = edge.id === key
          return (edge.selected ?? false) === selected ? edge : { ...edge, selected }
        }),
      )
    },
    [setEdges],
  )
  const shown = useMemo(() => (isMerged ? edges.filter(({ selected }) => selected) : edges), [isMerged, edges])
  return { pick, shown }
}
