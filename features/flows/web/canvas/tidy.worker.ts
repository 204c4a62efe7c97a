import { graphlib, layout } from '@dagrejs/dagre'

/** What the worker is asked: boxes and the links between them. */
export type TidyQuestion = {
  boxes: { key: string; width: number; height: number }[]
  links: { source: string; target: string }[]
}
/** What it answers: the upper left corner of every box. */
export type TidyAnswer = Record<string, { x: number; y: number }>

self.onmessage = ({ data }: MessageEvent<TidyQuestion>) => {
  const graph = new graphlib.Graph()
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 76 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { key, width, height } of data.boxes) graph.setNode(key, { width, height })
  for (const { source, target } of data.links) graph.setEdge(source, target)
  layout(graph)
  const answer: TidyAnswer = {}
  for (const { key, width, height } of data.boxes) {
    const { x, y } = graph.node(key) as { x: number; y: number }
    answer[key] = { x: Math.round((x - width / 2) / 4) * 4, y: Math.round((y - height / 2) / 4) * 4 }
  }
  self.postMessage(answer)
}
