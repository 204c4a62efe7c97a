import { useMemo, useRef, useState } from 'react'

/** Questions that a dialog asks before a gesture goes on, with what they may be answered; undefined: the member cancelled. */
type Answers = {
  'edit-active': { about: object; answer: boolean }
  /** People wait at a step whose wait is changed. */
  recompute: { about: { people: number }; answer: boolean }
  /** People are past the source of a new link. */
  retrigger: { about: { people: number; isOn: boolean }; answer: boolean }
  /** By which exit a link leaves. */
  exit: { about: { exits: readonly string[]; taken: readonly string[]; now?: string | undefined }; answer: string }
  /** People stand at steps that are deleted. */
  remove: { about: { people: number; steps: number; next?: string | undefined }; answer: 'next' | 'leave' }
}
type Kind = keyof Answers

/** A question of a kind. */
export type Question<K extends Kind = Kind> = { [P in K]: { kind: P } & Answers[P]['about'] }[K]
/** A question and the way to answer it. */
export type Asked = { [P in Kind]: Question<P> & { answer(value: Answers[P]['answer'] | undefined): void } }[Kind]
/** Asks; undefined: the member cancelled. */
export type Ask = <K extends Kind>(question: Question<K>) => Promise<Answers[K]['answer'] | undefined>

/** The question that is open, and the way to ask one. */
export const useQuestions = (): { question: Asked | undefined; ask: Ask } => {
  const [question, setQuestion] = useState<Asked>()
  const open = useRef<(value: undefined) => void>(undefined)
  const ask = useMemo<Ask>(
    () => (asked) =>
      new Promise((resolve) => {
        // One at a time: the one before counts as cancelled, so that no gesture waits for ever.
        open.current?.(undefined)
        const answer = (value: never) => {
          open.current = undefined
          setQuestion(undefined)
          resolve(value)
        }
        open.current = answer as (value: undefined) => void
        setQuestion({ ...asked, answer } as unknown as Asked)
      }),
    [],
  )
  return { question, ask }
}
