import { createContext, useContext } from 'react'
import type { KindWords } from '../kind/flowKind.ts'
import type { Side } from './align.ts'
import type { Mark } from './overlay.ts'

/** What the parts of the canvas can ask of it. Keys are those of the document. */
export type CanvasActions = {
  isReadOnly: boolean
  /** Nothing is known of people, so nothing is said of them. */
  hidesPeople?: boolean
  /** What those are called who go through the flow; people unless told. */
  people?: KindWords
  addAfter(stepKey: string, exit?: string): void
  insertInto(linkKey: string): void
  removeLink(linkKey: string): void
  changeExit(linkKey: string): void
  /** Sends those who are past a link's source along it. */
  sendPast(linkKey: string): void
  duplicate(keys: string[]): void
  remove(keys: string[]): void
  align(keys: string[], side: Side): void
  writeNote(key: string, text: string): void
  resizeNote(key: string, box: { x: number; y: number; width: number; height: number }): void
  showPeople(stepKey: string, state: 'entered' | 'queued' | 'failed'): void
}

/** What an overlay says about parts, by key; empty while the flow itself is shown. */
export const MarksContext = createContext<Readonly<Record<string, Mark>>>({})

/** What an overlay says about one part. */
export const useMark = (key: string): Mark | undefined => useContext(MarksContext)[key]

/** Whether the canvas is seen from afar, where only colours and titles are drawn. Asked once for all parts. */
export const FarContext = createContext(false)

/** Whether the canvas is seen from afar. */
export const useFar = (): boolean => useContext(FarContext)

/** Provides the canvas's actions to nodes and links. */
export const CanvasContext = createContext<CanvasActions | undefined>(undefined)

/** The actions of the canvas around. */
export const useCanvas = (): CanvasActions => {
  const actions = useContext(CanvasContext)
  if (!actions) throw new Error('useCanvas is for parts of the canvas.')
  return actions
}
