import '@xyflow/react/dist/style.css'
import { useComputedColorScheme } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import {
  applyEdgeChanges,
  applyNodeChanges,
  Background,
  BackgroundVariant,
  type Connection,
  ControlButton,
  Controls,
  type Edge,
  type EdgeChange,
  type Node,
  type NodeChange,
  ReactFlow,
  type ReactFlowInstance,
  useStore,
} from '@xyflow/react'
import {
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type CanvasActions, CanvasContext, FarContext, MarksContext } from './CanvasContext.ts'
import { Chosen } from './Chosen.tsx'
import css from './canvas.module.css'
import type { Tool } from './Dock.tsx'
import type { FlowDocument } from './document.ts'
import { FarLinks, isVast } from './FarLinks.tsx'
import { forgetSaid, sizedFar } from './farSize.ts'
import { NoteNode } from './NoteNode.tsx'
import type { Overlay } from './overlay.ts'
import { StepLink } from './StepLink.tsx'
import { StepNode } from './StepNode.tsx'
import { type Known, toEdges, toNodes } from './toNodes.ts'
import { useFarPick } from './useFarPick.ts'
import { useGradually } from './useGradually.ts'
import { usePreview } from './usePreview.ts'

// The flow first, then where one is in it.
const Overview = lazy(() => import('./Overview.tsx').then((part) => ({ default: part.Overview })))
const NODE_TYPES = { step: StepNode, note: NoteNode }
const EDGE_TYPES = { step: StepLink }
const GRID: [number, number] = [4, 4]
const MANY = 60
const OTHER_BUTTONS = [1, 2]
const NO_MARKS = {}
const PRO = { hideAttribution: true }
const FIT = { padding: 0.2, maxZoom: 1, minZoom: 0.3, includeHiddenNodes: true }
const CONTROLS_STYLE = { left: 192, bottom: 0 }
const isFarOff = ({ transform }: { transform: [number, number, number] }) => transform[2] < 0.35

/** Says when the canvas is seen from afar: one listener for all that is drawn. */
const Distance = ({ onFar }: { onFar(isFar: boolean): void }) => {
  const isFar = useStore(isFarOff)
  useEffect(() => onFar(isFar), [isFar, onFar])
  return null
}

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
  // A large flow is shown from afar at first.
  const [isFar, setFar] = useState(() => Object.keys(document.steps).length > MANY)
  const [hasPreview, togglePreview] = usePreview()
  const frame = useRef<HTMLDivElement>(null)
  const instance = useRef<ReactFlowInstance>(undefined)
  const dragging = useCallback((isOn: boolean) => frame.current?.toggleAttribute('data-dragging', isOn), [])
  useEffect(() => {
    setNodes((old) => {
      const next = toNodes(document, known, new Map(old.map((node) => [node.id, node])))
      return old.length || next.length <= MANY ? next : next.map(sizedFar)
    })
    setEdges((old) => toEdges(document, known.names, new Map(old.map((edge) => [edge.id, edge]))))
  }, [document, known])
  useEffect(() => {
    setNodes((old) =>
      old.map((node) => {
        if (selected === undefined || node.selected === (node.id === selected)) return node
        return { ...node, selected: node.id === selected }
      }),
    )
  }, [selected])
  const drawn = useGradually(nodes, MANY)
  const isMerged = isFar && isVast(edges)
  const { pick, shown } = useFarPick({ isMerged, nodes, edges, setEdges })
  // What is given to React Flow stays the same object: it hands it on to every node, which would all be drawn anew.
  const on = useMemo(
    () => ({
      nodesChange: (changes: NodeChange[]) => setNodes((old) => forgetSaid(applyNodeChanges(changes, old), changes)),
      edgesChange: (changes: EdgeChange[]) => setEdges((old) => applyEdgeChanges(changes, old)),
      dragStart: () => dragging(true),
      nodeClick: (event: MouseEvent, node: Node) => {
        if (!event.shiftKey) onSelect([node.id])
      },
      paneClick: (event: MouseEvent) => {
        onSelect([])
        pick(event, instance.current)
      },
    }),
    [dragging, onSelect, pick],
  )
  const ready = (made: ReactFlowInstance) => {
    instance.current = made
    onReady(made)
  }
  const moved = useCallback(
    (_event: unknown, _node: Node, dragged: Node[]) => {
      dragging(false)
      onMoved(Object.fromEntries(dragged.map(({ id, position }) => [id, position])))
    },
    [onMoved, dragging],
  )
  const selectionMoved = useCallback(
    (event: unknown, dragged: Node[]) => moved(event, dragged[0] as Node, dragged),
    [moved],
  )
  return (
    <CanvasContext.Provider value={actions}>
      <MarksContext.Provider value={marks}>
        <FarContext.Provider value={isFar}>
          <div className={css.canvas} ref={frame} data-brief={!hasPreview || undefined}>
            <ReactFlow
              nodes={drawn}
              edges={shown}
              nodeTypes={NODE_TYPES}
              edgeTypes={EDGE_TYPES}
              onNodesChange={on.nodesChange}
              onEdgesChange={on.edgesChange}
              onNodeDragStart={on.dragStart}
              onNodeDragStop={moved}
              onSelectionDragStart={on.dragStart}
              onSelectionDragStop={selectionMoved}
              onConnect={onConnect}
              onInit={ready}
              onNodeClick={on.nodeClick}
              onPaneClick={on.paneClick}
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
              panOnDrag={tool === 'pan' || isNarrow ? true : OTHER_BUTTONS}
              selectionOnDrag={tool === 'select' && !isNarrow}
              deleteKeyCode={null}
              disableKeyboardA11y
              colorMode={scheme}
              proOptions={PRO}
              fitView
              fitViewOptions={FIT}
            >
              <Chosen />
              <Background
                variant={BackgroundVariant.Dots}
                gap={22}
                size={1.4}
                color="var(--canvas-dot)"
                bgColor="var(--canvas-bg)"
              />
              <Distance onFar={setFar} />
              {isMerged && <FarLinks nodes={nodes} edges={edges} />}
              <Suspense fallback={null}>{!isNarrow && <Overview nodes={nodes} />}</Suspense>
              <Controls
                showInteractive={false}
                position={isNarrow ? 'top-right' : 'bottom-left'}
                orientation="horizontal"
                style={isNarrow ? undefined : CONTROLS_STYLE}
                fitViewOptions={FIT}
              >
                <ControlButton
                  onClick={togglePreview}
                  aria-pressed={hasPreview}
                  aria-label="Steps preview"
                  title={hasPreview ? 'Hide what steps do' : 'Show what steps do'}
                >
                  <IconListDetails />
                </ControlButton>
              </Controls>
            </ReactFlow>
            {children}
          </div>
        </FarContext.Provider>
      </MarksContext.Provider>
    </CanvasContext.Provider>
  )
}
