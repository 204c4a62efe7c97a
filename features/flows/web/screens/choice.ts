import type { ReactFlowInstance } from '@xyflow/react'
import { focusedPart } from '../canvas/focus.ts'

/** So many pictures of the screen something new is waited for. */
const FRAMES = 60

/** Tries at each picture of the screen, until it is done or it will not come any more. */
export const soon = (attempt: () => boolean, frames = FRAMES): void => {
  requestAnimationFrame(() => {
    if (!attempt() && frames > 0) soon(attempt, frames - 1)
  })
}

/** What is chosen on a canvas, and choosing it; keys are those of the document. */
export type Choice = {
  /** The chosen parts; where the focus is at another one, that one. `opened` is the step whose settings show. */
  keys(opened: string): Set<string>
  /** Chooses those for which `isChosen` says so; `was` is whether they are now. */
  mark(isChosen: (key: string, was: boolean, isLink: boolean) => boolean): void
}

/** The choice on a canvas that comes later. */
export const choiceOn = (canvas: () => ReactFlowInstance | undefined): Choice => {
  return {
    keys: (opened) => {
      const chosenOf = (parts: readonly { id: string; selected?: boolean }[] = []) =>
        parts.flatMap(({ id, selected }) => (selected ? [id] : []))
      const lists = [chosenOf(canvas()?.getNodes()), chosenOf(canvas()?.getEdges()), opened ? [opened] : []]
      const chosen = lists.find(({ length }) => length) ?? []
      const focused = focusedPart()
      return new Set(focused === undefined || chosen.includes(focused) ? chosen : [focused])
    },
    mark: (isChosen) => {
      const marked =
        (isLink: boolean) =>
        <T extends { id: string; selected?: boolean }>(part: T): T => {
          const was = part.selected === true
          const selected = isChosen(part.id, was, isLink)
          return selected === was ? part : { ...part, selected }
        }
      canvas()?.setNodes((all) => all.map(marked(false)))
      canvas()?.setEdges((all) => all.map(marked(true)))
    },
  }
}
