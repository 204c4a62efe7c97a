import { ApiError, forget, holdSave, send, sentenceOf, told } from '@millrace/kit/web'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Email, EmailContent } from '../../contract/email.ts'
import { emailCalls } from '../../contract/emailCalls.ts'
import { versionCalls } from '../../contract/versionCalls.ts'
import type { EditorStore } from './editorStore.ts'

/** After this long without a change the draft is kept. */
const AUTO_SAVE_MS = 3_000

/** Where saving stands: as sent, draft kept, changes waiting, on its way, or failed. */
export type SavingState = {
  mark: 'saved' | 'draft' | 'waiting' | 'saving' | 'failed' | 'conflict'
  at: Date | undefined
  /** Why it could not be kept. */
  why?: string
}

/** What saving offers to the screen. */
export type Saving = SavingState & {
  /** Saves; true where it worked. */
  save: () => Promise<boolean>
  /** Keeps what is not kept yet, now. */
  flush: () => Promise<void>
  /** Liquid that the server could not process, in its words. */
  liquidError: string | undefined
  /** Writes over what was changed elsewhere. */
  keepMine: () => void
  /** Goes on from what was written elsewhere, or was restored: as it was written then, as a draft or as what is sent. */
  goOnFrom: (writtenAt: string, isDraft: boolean) => void
}

const LIQUID = "Couldn't process Liquid tags"

type Options = {
  emailId: number
  hasDraft: boolean
  mayWrite: boolean
  onSaved: (email: Email) => void
  /** When the version that was opened was written. */
  latestAt: string
}

/** Runs works one after the other. */
const useQueue = () => {
  const running = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(<T>(work: () => Promise<T>): Promise<T> => {
    const next = running.current.then(work, work)
    running.current = next.catch(() => undefined)
    return next
  }, [])
}

/** Asks before the page is left with changes that are not kept. */
const useLeavingAsks = (store: EditorStore, kept: RefObject<number>, mayWrite: boolean) => {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (store.get().revision !== kept.current && mayWrite) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [store, kept, mayWrite])
}

/** Keeps the draft some time after the last change, and when the editor is left; answers how to stop the running clock. */
const useKeeping = (store: EditorStore, keep: () => Promise<void>, onChange: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    let seen = store.get().revision
    const stop = store.subscribe(() => {
      const { revision } = store.get()
      if (revision === seen) return
      seen = revision
      onChange()
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void keep(), AUTO_SAVE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer.current)
      void keep()
    }
  }, [store, keep, onChange])
  return useCallback(() => clearTimeout(timer.current), [])
}

/** Where saving stands, and how a work that saves tells it. */
const useAttempts = (store: EditorStore, hasDraft: boolean) => {
  const [state, setState] = useState<SavingState>({ mark: hasDraft ? 'draft' : 'saved', at: undefined })
  const kept = useRef(0)
  const attempt = useCallback(
    async <T>(work: (content: EmailContent) => Promise<T>, mark: 'draft' | 'saved'): Promise<T> => {
      const { revision, content } = store.get()
      const release = holdSave()
      setState((old) => ({ ...old, mark: 'saving' }))
      try {
        const result = await work(content)
        kept.current = revision
        release('saved')
        setState({ mark: store.get().revision === revision ? mark : 'waiting', at: new Date() })
        return result
      } catch (error) {
        release('failed')
        setState((old) => ({ ...old, mark: isConflict(error) ? 'conflict' : 'failed', why: sentenceOf(error) }))
        throw error
      }
    },
    [store],
  )
  return { state, setState, kept, attempt }
}

const isConflict = (error: unknown) => error instanceof ApiError && error.status === 409

/** Keeps drafts three seconds after the last change, and saves when asked; one at a time, never over what came from elsewhere. */
export const useSaving = (store: EditorStore, options: Options): Saving => {
  const { emailId, hasDraft, mayWrite, onSaved, latestAt } = options
  const { state, setState, kept, attempt } = useAttempts(store, hasDraft)
  const [liquidError, setLiquidError] = useState<string>()
  const base = useRef<string | undefined>(latestAt)
  const oneByOne = useQueue()
  const flush = useCallback(
    () =>
      oneByOne(async () => {
        if (store.get().revision === kept.current || !mayWrite) return
        const keep = async (body: EmailContent) => {
          const input = { params: { id: emailId }, body: { ...body, ifUpdatedAt: base.current } }
          base.current = (await send(versionCalls.autoSaveEmail, input)).version.updatedAt
        }
        // What could not be kept is tried again with the next change; the mark says so.
        await attempt(keep, 'draft').catch((error: Error) => console.error(error.message))
      }),
    [store, emailId, mayWrite, oneByOne, attempt, kept],
  )
  const onChange = useCallback(
    () => setState((old) => (old.mark === 'conflict' || old.mark === 'waiting' ? old : { ...old, mark: 'waiting' })),
    [setState],
  )
  const stopClock = useKeeping(store, flush, onChange)
  useLeavingAsks(store, kept, mayWrite)
  const save = useCallback(() => {
    stopClock()
    return oneByOne(async () => {
      setLiquidError(undefined)
      await store.gather()
      try {
        if (!emailId) throw new Error('Missing email ID.')
        const write = (body: EmailContent) =>
          send(emailCalls.updateEmail, { params: { id: emailId }, body: { ...body, ifUpdatedAt: base.current } })
        const { email } = await attempt(write, 'saved')
        base.current = email.latestAt
        onSaved(email)
        void forget(emailCalls.listEmails, versionCalls.listVersions)
        return true
      } catch (error) {
        const message = sentenceOf(error)
        if (message.includes(LIQUID)) setLiquidError(message)
        else if (!isConflict(error)) told.error("Couldn't save your email.", message)
        return false
      }
    })
  }, [store, emailId, onSaved, oneByOne, attempt, stopClock])
  const choices = useChoices({ store, base, kept, save, stopClock, setState })
  return useMemo(() => ({ ...state, save, flush, liquidError, ...choices }), [state, save, flush, liquidError, choices])
}

type Deciding = {
  store: EditorStore
  base: RefObject<string | undefined>
  kept: RefObject<number>
  save: () => Promise<boolean>
  stopClock: () => void
  setState: (state: SavingState) => void
}

/** What can be done where the email was changed elsewhere. */
const useChoices = ({ store, base, kept, save, stopClock, setState }: Deciding) => {
  const keepMine = useCallback(() => {
    base.current = undefined
    void save()
  }, [base, save])
  const goOnFrom = useCallback(
    (writtenAt: string, isDraft: boolean) => {
      stopClock()
      base.current = writtenAt
      kept.current = store.get().revision
      setState({ mark: isDraft ? 'draft' : 'saved', at: new Date(writtenAt) })
    },
    [stopClock, store, base, kept, setState],
  )
  return useMemo(() => ({ keepMine, goOnFrom }), [keepMine, goOnFrom])
}
