import { graphlib, layout } from '@dagrejs/dagre'

/** Boxes and the links between them; those of one box in the order of its exits, from left to right. */
export type TidyQuestion = {
  boxes: { key: string; width: number; height: number }[]
  links: { source: string; target: string }[]
}
/** The upper left corner of every box. */
export type TidyAnswer = Record<string, { x: number; y: number }>

/** A place in the layers between which links run; where a link passes a layer it has a place of its own there. */
type Place = { rank: number; order?: number; dummy?: string; edgeObj?: { v: string; w: string } }

/**
 * Puts what follows a box from left to right as its exits stand, the whole of what comes after the one before what comes after
 * the next: then nothing crosses but links that meet again.
 */
const orderByExits = (links: TidyQuestion['links']) => {
  const turn = new Map(links.map(({ source, target }, index) => [`${source} ${target}`, index]))
  return (graph: graphlib.Graph) => {
    const filled = new Map<number, number>()
    const seen = new Set<string>()
    const turnOf = (from: string, to: string) => {
      const { edgeObj } = graph.node(to) as Place
      const [v, w] = edgeObj ? [edgeObj.v, edgeObj.w] : [from, to]
      return turn.get(`${v} ${w}`) ?? turn.get(`${w} ${v}`) ?? 0
    }
    const walk = (key: string) => {
      if (seen.has(key)) return
      seen.add(key)
      const place = graph.node(key) as Place
      place.order = filled.get(place.rank) ?? 0
      filled.set(place.rank, place.order + 1)
      const nexts = [...((graph.successors(key) as string[] | undefined) ?? [])]
      for (const next of nexts.sort((one, other) => turnOf(key, one) - turnOf(key, other))) walk(next)
    }
    const rankOf = (key: string) => (graph.node(key) as Place).rank
    for (const key of graph.nodes().sort((one, other) => rankOf(one) - rankOf(other))) walk(key)
  }
}

const grid = (value: number) => Math.round(value / 4) * 4

/** Lays boxes out from top to bottom (dagre), what follows exits in the order of the exits. */
export const layOut = ({ boxes, links }: TidyQuestion): TidyAnswer => {
  const graph = new graphlib.Graph()
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 76 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { key, width, height } of boxes) graph.setNode(key, { width, height })
  for (const { source, target } of links) graph.setEdge(source, target)
  layout(graph, { customOrder: orderByExits(links) })
  return Object.fromEntries(
    boxes.map(({ key, width, height }) => {
      const { x, y } = graph.node(key) as { x: number; y: number }
      return [key, { x: grid(x - width / 2), y: grid(y - height / 2) }]
    }),
  )
}
