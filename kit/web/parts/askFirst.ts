import { type ReactNode, useSyncExternalStore } from 'react'

/** What is asked before something that cannot simply be taken back. */
export type Question = {
  /** A question: "Archive 12 people?" */
  title: string
  /** What will happen, to how many, and whether it can be undone. */
  children: ReactNode
  /** The word on the button: what it does ("Archive"), never "OK". */
  confirm: string
  /** Red: it takes something away. */
  danger?: boolean
  /** It cannot be done as things are; the words say what has to be done first. */
  isHeld?: boolean
}

type Asked = Question & { answer: (isYes: boolean) => void }

let asked: Asked | undefined
const listeners = new Set<() => void>()

const show = (next: Asked | undefined) => {
  asked = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Asks from anywhere: `if (await askFirst({ title: 'Delete this tag?', children: '…', confirm: 'Delete', danger: true })) …` */
export const askFirst = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    asked?.answer(false)
    show({ ...question, answer: resolve })
  })

/** The question that is open. */
export const useAsked = (): Asked | undefined => useSyncExternalStore(subscribe, () => asked)

/** Closes the open question with an answer. */
export const answerAsked = (isYes: boolean): void => {
  const before = asked
  show(undefined)
  before?.answer(isYes)
}

/**
 * Escape is the question's, whatever it was asked over: dialogs below it hear nothing of it. Who listens first hears first, so
 * this begins before any dialog that can ask: one that its address opened stands before the rest of what floats is loaded.
 */
const refuseByEscape = (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || !asked) return
  event.stopImmediatePropagation()
  answerAsked(false)
}

if (typeof window !== 'undefined') window.addEventListener('keydown', refuseByEscape, { capture: true })
