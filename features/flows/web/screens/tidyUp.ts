import { exitsOf } from '../../contract/index.ts'
import { change, type FlowDocument, type StepPart } from '../canvas/document.ts'
import type { CanvasStore } from '../canvas/store.ts'
import { tidy } from '../canvas/tidy.ts'
import { asStep } from '../canvas/toNodes.ts'
import { roomFor, STEP_WIDTH, waysOf } from '../canvas/ways.ts'
import type { CanvasView } from './useCanvasView.ts'

const STEP = { width: STEP_WIDTH, height: 150 }

const waysIn = ({ links }: FlowDocument, step: StepPart) => {
  const named = Object.values(links).flatMap(({ source, condition = '' }) => (source === step.key ? [condition] : []))
  return waysOf(exitsOf(asStep(step)), named).ways
}

/** Puts all steps of a flow in order, as one gesture, and shows them. */
export const tidyUp = async (store: CanvasStore, view: CanvasView) => {
  const { document } = store.state()
  const heights = new Map((view.canvas()?.getNodes() ?? []).map((node) => [node.id, node.measured?.height]))
  const waysFrom = new Map(Object.values(document.steps).map((step) => [step.key, waysIn(document, step)]))
  const boxes = Object.keys(document.steps).map((key) => {
    const height = (heights.get(key) ?? STEP.height) + roomFor(waysFrom.get(key)?.length ?? 0)
    return { key, ...STEP, height }
  })
  const links = Object.values(document.links)
    .map(({ source, target, condition = '' }) => ({
      source,
      target,
      rank: waysFrom.get(source)?.indexOf(condition) ?? 0,
    }))
    .sort((a, b) => a.rank - b.rank)
  await store.commit(change(document, 'steps', await tidy({ boxes, links })))
  requestAnimationFrame(() => view.show(boxes.map(({ key }) => key)))
}
