import { ApiError, forget, holdSave, send, sentenceOf, told } from '@millrace/kit/web'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { emailCalls as calls } from '../../contract/calls.ts'
import type { Email } from '../../contract/email.ts'
import type { EditorStore } from './editorStore.ts'

/** After this long without a change the draft is kept. */
const AUTO_SAVE_MS = 3_000

/** Where saving stands: as sent, draft kept, changes waiting, on its way, or failed. */
export type SavingState = { mark: 'saved' | 'draft' | 'waiting' | 'saving' | 'failed'; at: Date | undefined }

/** What saving offers to the screen. */
export type Saving = SavingState & {
  /** Saves; true where it worked. */
  save: () => Promise<boolean>
  /** Keeps what is not kept yet, now. */
  flush: () => Promise<void>
  /** Liquid that the server could not process, in its words. */
  liquidError: string | undefined
}

const LIQUID = "Couldn't process Liquid tags"

type Options = { emailId: number; hasDraft: boolean; mayWrite: boolean; onSaved: (email: Email) => void }

/** Keeps drafts three seconds after the last change, and saves when asked; one at a time. */
export const useSaving = (store: EditorStore, { emailId, hasDraft, mayWrite, onSaved }: Options): Saving => {
  const [state, setState] = useState<SavingState>({ mark: hasDraft ? 'draft' : 'saved', at: undefined })
  const [liquidError, setLiquidError] = useState<string>()
  const kept = useRef(0)
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const oneByOne = useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const next = running.current.then(work, work)
    running.current = next.catch(() => undefined)
    return next
  }, [])

  const keepDraft = useCallback(
    () =>
      oneByOne(async () => {
        const { revision, content } = store.get()
        if (revision === kept.current || !mayWrite) return
        const release = holdSave()
        setState((old) => ({ ...old, mark: 'saving' }))
        try {
          await send(calls.autoSaveEmail, { params: { id: emailId }, body: content })
          kept.current = revision
          release('saved')
          setState({ mark: store.get().revision === revision ? 'draft' : 'waiting', at: new Date() })
        } catch (error) {
          release('failed')
          console.error(sentenceOf(error))
          setState((old) => ({ ...old, mark: 'failed' }))
        }
      }),
    [store, emailId, mayWrite, oneByOne],
  )

  useEffect(() => {
    let seen = store.get().revision
    return store.subscribe(() => {
      const { revision } = store.get()
      if (revision === seen || !mayWrite) return
      seen = revision
      setState((old) => ({ ...old, mark: 'waiting' }))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void keepDraft(), AUTO_SAVE_MS)
    })
  }, [store, keepDraft, mayWrite])

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      void keepDraft()
    },
    [keepDraft],
  )

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (store.get().revision !== kept.current && mayWrite) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [store, mayWrite])

  const save = useCallback(() => {
    clearTimeout(timer.current)
    return oneByOne(async () => {
      const { revision, content } = store.get()
      const release = holdSave()
      setState((old) => ({ ...old, mark: 'saving' }))
      setLiquidError(undefined)
      try {
        const { email } = await send(calls.updateEmail, { params: { id: emailId }, body: content })
        kept.current = revision
        release('saved')
        setState({ mark: store.get().revision === revision ? 'saved' : 'waiting', at: new Date() })
        onSaved(email)
        void forget(calls.listEmails, calls.listVersions)
        return true
      } catch (error) {
        release('failed')
        setState((old) => ({ ...old, mark: 'failed' }))
        const message = sentenceOf(error)
        if (message.includes(LIQUID)) setLiquidError(message)
        else told.error("Couldn't save your email.", error instanceof ApiError ? message : undefined)
        return false
      }
    })
  }, [store, emailId, onSaved, oneByOne])

  return useMemo(() => ({ ...state, save, flush: keepDraft, liquidError }), [state, save, keepDraft, liquidError])
}
