import type { Node } from '@xyflow/react'
import { useEffect, useState } from 'react'

/** How many nodes more are drawn in a frame. */
const AT_ONCE = 40
const ALL = Number.POSITIVE_INFINITY

const hiddenTwin = new WeakMap<Node, Node>()
const hidden = (node: Node): Node => {
  const known = hiddenTwin.get(node)
  if (known) return known
  const twin = { ...node, hidden: true }
  hiddenTwin.set(node, twin)
  return twin
}

/** The nodes, of which so many more are drawn with each frame at first: all of a large flow at once would hold up the page. */
export const useGradually = (nodes: Node[], most: number): Node[] => {
  const [drawn, setDrawn] = useState(AT_ONCE)
  const isLarge = nodes.length > most
  useEffect(() => {
    if (!nodes.length || drawn === ALL) return
    const next = drawn + AT_ONCE
    const frame = requestAnimationFrame(() => setDrawn(isLarge && next < nodes.length ? next : ALL))
    return () => cancelAnimationFrame(frame)
  }, [nodes, isLarge, drawn])
  return isLarge && drawn !== ALL ? nodes.map((node, index) => (index < drawn ? node : hidden(node))) : nodes
}
