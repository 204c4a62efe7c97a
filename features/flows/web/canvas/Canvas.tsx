import '@xyflow/react/dist/style.css'
import { useComputedColorScheme } from '@mantine/core'
import {
  applyEdgeChanges,
  applyNodeChanges,
  Background,
  BackgroundVariant,
  type Connection,
  Controls,
  type Edge,
  MiniMap,
  type Node,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { type CanvasActions, CanvasContext, MarksContext } from './CanvasContext.ts'
import css from './canvas.module.css'
import type { Tool } from './Dock.tsx'
import type { FlowDocument } from './document.ts'
import { NoteNode, StepNode, type StepNodeData } from './nodes.tsx'
import type { Overlay } from './overlay.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { StepLink } from './StepLink.tsx'
import { type Known, toEdges, toNodes } from './toNodes.ts'

const NODE_TYPES = { step: StepNode, note: NoteNode }
const EDGE_TYPES = { step: StepLink }
const GRID: [number, number] = [4, 4]
const NO_MARKS = {}
const PRO = { hideAttribution: true }
const FIT = { padding: 0.2, maxZoom: 1, minZoom: 0.3 }
const MAP_STYLE = {
  width: 176,
  height: 118,
  borderRadius: 10,
  overflow: 'hidden',
  boxShadow: 'var(--mantine-shadow-md), 0 0 0 1px var(--line)',
}
const CONTROLS_STYLE = { left: 192, bottom: 0 }
const mapColor = (node: Node) =>
  node.type === 'note' ? 'var(--note-line)' : `var(--c-${(node.data as StepNodeData).kind})`

type Props = {
  document: FlowDocument
  known: Known
  actions: CanvasActions
  /** What is said about parts while something else than the flow is looked at. */
  marks?: Overlay['marks']
  tool: Tool
  isNarrow: boolean
  selected?: string
  onReady(instance: ReactFlowInstance): void
  onSelect(keys: string[]): unknown
  onMoved(places: Record<string, { x: number; y: number }>): void
  onConnect(connection: Connection): void
  children?: ReactNode
}

/** The drawing surface: steps, links and notes of a document, as React Flow shows them. */
export const Canvas = ({
  document,
  known,
  actions,
  marks = NO_MARKS,
  tool,
  isNarrow,
  selected,
  onReady,
  onSelect,
  onMoved,
  onConnect,
  children,
}: Props) => {
  const scheme = useComputedColorScheme()
  const [nodes, setNodes] = useState<Node[]>([])
  const [edges, setEdges] = useState<Edge[]>([])
  useEffect(() => {
    setNodes((old) => toNodes(document, known, new Map(old.map((node) => [node.id, node]))))
    setEdges((old) => toEdges(document, new Map(old.map((edge) => [edge.id, edge]))))
  }, [document, known])
  useEffect(() => {
    setNodes((old) =>
      old.map((node) => {
        if (selected === undefined || node.selected === (node.id === selected)) return node
        return { ...node, selected: node.id === selected }
      }),
    )
  }, [selected])
  const moved = useCallback(
    (_event: unknown, _node: Node, dragged: Node[]) =>
      onMoved(Object.fromEntries(dragged.map(({ id, position }) => [id, position]))),
    [onMoved],
  )
  return (
    <CanvasContext.Provider value={actions}>
      <MarksContext.Provider value={marks}>
        <div className={css.canvas}>
          <ReactFlow
            nodes={nodes}
            edges={edges}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            onNodesChange={(changes) => setNodes((old) => applyNodeChanges(changes, old))}
            onEdgesChange={(changes) => setEdges((old) => applyEdgeChanges(changes, old))}
            onNodeDragStop={moved}
            onSelectionDragStop={(event, dragged) => moved(event, dragged[0] as Node, dragged)}
            onConnect={onConnect}
            onInit={onReady}
            onNodeClick={(event, node) => !event.shiftKey && onSelect([node.id])}
            onPaneClick={() => onSelect([])}
            nodesDraggable={!actions.isReadOnly}
            nodesConnectable={!actions.isReadOnly}
            onlyRenderVisibleElements
            minZoom={0.08}
            maxZoom={1.75}
            snapToGrid
            snapGrid={GRID}
            nodeDragThreshold={3}
            elevateNodesOnSelect={false}
            panOnScroll
            panOnDrag={tool === 'pan' || isNarrow ? true : [1, 2]}
            selectionOnDrag={tool === 'select' && !isNarrow}
            deleteKeyCode={null}
            disableKeyboardA11y
            colorMode={scheme}
            proOptions={PRO}
            fitView
            fitViewOptions={FIT}
          >
            <SelectionBar />
            <Background
              variant={BackgroundVariant.Dots}
              gap={22}
              size={1.4}
              color="var(--canvas-dot)"
              bgColor="var(--canvas-bg)"
            />
            {!isNarrow && (
              <MiniMap
                position="bottom-left"
                nodeColor={mapColor}
                nodeBorderRadius={30}
                pannable
                zoomable
                bgColor="var(--bg-surface)"
                maskColor="color-mix(in srgb, var(--canvas-bg) 72%, transparent)"
                style={MAP_STYLE}
                ariaLabel="Overview"
              />
            )}
            <Controls
              showInteractive={false}
              position={isNarrow ? 'top-right' : 'bottom-left'}
              orientation="horizontal"
              style={isNarrow ? undefined : CONTROLS_STYLE}
              fitViewOptions={FIT}
            />
          </ReactFlow>
          {children}
        </div>
      </MarksContext.Provider>
    </CanvasContext.Provider>
  )
}
