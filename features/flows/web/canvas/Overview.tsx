import { useComputedColorScheme } from '@mantine/core'
import { getViewportForBounds, type Node, type Rect, useReactFlow, useStore } from '@xyflow/react'
import { type PointerEvent, useEffect, useRef } from 'react'
import css from './canvas.module.css'
import type { StepNodeData } from './StepNode.tsx'

const WIDTH = 176
const HEIGHT = 118
/** From here on nodes are too small to show that they are round. */
const MANY = 100
const KINDS = ['trigger', 'filter', 'action', 'wait', 'goal'] as const

type View = { x: number; y: number; zoom: number; width: number; height: number }
const viewOf = ({ transform: [x, y, zoom], width, height }: { transform: [number, number, number] } & Size): View => ({
  x,
  y,
  zoom,
  width,
  height,
})
type Size = { width: number; height: number }
const sameView = (a: View, b: View) =>
  a.x === b.x && a.y === b.y && a.zoom === b.zoom && a.width === b.width && a.height === b.height

const sizeOf = ({ measured, width, height }: Node): Size => ({
  width: measured?.width ?? width ?? 264,
  height: measured?.height ?? height ?? 120,
})

/** What the map shows: all nodes and the window on them. */
const boundsOf = (nodes: readonly Node[], seen: Rect): Rect => {
  let [left, top, right, bottom] = [seen.x, seen.y, seen.x + seen.width, seen.y + seen.height]
  for (const node of nodes) {
    const { width, height } = sizeOf(node)
    left = Math.min(left, node.position.x)
    top = Math.min(top, node.position.y)
    right = Math.max(right, node.position.x + width)
    bottom = Math.max(bottom, node.position.y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

const colorsOf = (element: HTMLElement) => {
  const style = getComputedStyle(element)
  const color = (name: string) => style.getPropertyValue(name).trim()
  return {
    note: color('--note-line'),
    ground: color('--canvas-bg'),
    ...Object.fromEntries(KINDS.map((kind) => [kind, color(`--c-${kind}`)])),
  } as Record<string, string>
}

const paint = (canvas: HTMLCanvasElement, nodes: readonly Node[], { x, y, zoom, width, height }: View) => {
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const ratio = devicePixelRatio
  if (canvas.width !== WIDTH * ratio) {
    canvas.width = WIDTH * ratio
    canvas.height = HEIGHT * ratio
  }
  context.reset()
  const colors = colorsOf(canvas)
  const seen = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }
  const map = getViewportForBounds(boundsOf(nodes, seen), WIDTH, HEIGHT, 0.001, 2, 0.06)
  context.setTransform(map.zoom * ratio, 0, 0, map.zoom * ratio, map.x * ratio, map.y * ratio)
  const byKind = Map.groupBy(nodes, ({ type, data }) => (type === 'note' ? 'note' : (data as StepNodeData).kind))
  for (const [kind, alike] of byKind) {
    context.fillStyle = colors[kind] ?? ''
    context.beginPath()
    for (const node of alike) {
      const size = sizeOf(node)
      if (nodes.length < MANY) context.roundRect(node.position.x, node.position.y, size.width, size.height, 30)
      else context.rect(node.position.x, node.position.y, size.width, size.height)
    }
    context.fill()
  }
  context.globalAlpha = 0.72
  context.fillStyle = colors.ground ?? ''
  context.beginPath()
  context.rect(-map.x / map.zoom, -map.y / map.zoom, WIDTH / map.zoom, HEIGHT / map.zoom)
  context.rect(seen.x, seen.y, seen.width, seen.height)
  context.fill('evenodd')
  return map
}

/**
 * The whole flow in small, with the window on it: drag it to look elsewhere. Painted, so that a flow of five hundred steps
 * costs no more than one of five.
 */
export const Overview = ({ nodes }: { nodes: readonly Node[] }) => {
  const scheme = useComputedColorScheme()
  const view = useStore(viewOf, sameView)
  const { setCenter, zoomTo } = useReactFlow()
  const canvas = useRef<HTMLCanvasElement>(null)
  const map = useRef<{ x: number; y: number; zoom: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the scheme
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (canvas.current) map.current = paint(canvas.current, nodes, view)
    })
    return () => cancelAnimationFrame(frame)
  }, [nodes, view, scheme])
  const look = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    if (!map.current || !event.buttons) return
    const x = (event.clientX - box.left - map.current.x) / map.current.zoom
    const y = (event.clientY - box.top - map.current.y) / map.current.zoom
    void setCenter(x, y, { zoom: view.zoom })
  }
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label="Overview"
      className={css.overview}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        look(event)
      }}
      onPointerMove={look}
      onWheel={(event) => void zoomTo(view.zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15))}
    />
  )
}
