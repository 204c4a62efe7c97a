import { createContext, useContext } from 'react'

/** What the parts of the canvas can ask of it. Keys are those of the document. */
export type CanvasActions = {
  isReadOnly: boolean
  addAfter(stepKey: string, exit?: string): void
  insertInto(linkKey: string): void
  removeLink(linkKey: string): void
  duplicate(keys: string[]): void
  remove(keys: string[]): void
  writeNote(key: string, text: string): void
  resizeNote(key: string, box: { x: number; y: number; width: number; height: number }): void
  showPeople(stepKey: string, state: 'entered' | 'queued' | 'failed'): void
}

/** Provides the canvas's actions to nodes and links. */
export const CanvasContext = createContext<CanvasActions | undefined>(undefined)

/** The actions of the canvas around. */
export const useCanvas = (): CanvasActions => {
  const actions = useContext(CanvasContext)
  if (!actions) throw new Error('useCanvas is for parts of the canvas.')
  return actions
}
