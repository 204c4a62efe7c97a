import { forget, patchAnswers, told, useMutate } from '@millrace/kit/web'
import { useCallback, useEffect, useState } from 'react'
import type { Snippet } from '../../contract/snippet.ts'
import { snippetCalls as calls } from '../../contract/snippetCalls.ts'

/** What can be changed of a snippet. */
export type SnippetDraft = Pick<Snippet, 'name' | 'description' | 'content' | 'type' | 'tags' | 'editor'>

const draftOf = ({ name, description, content, type, tags, editor }: Snippet): SnippetDraft => ({
  name,
  description,
  content,
  type,
  tags,
  editor,
})

const LIQUID = "Couldn't process Liquid tags"

/** A snippet while it is written: kept by Save, asked for before the page is left. */
export const useSnippetDraft = (snippet: Snippet) => {
  const [saved, setSaved] = useState(() => draftOf(snippet))
  const [draft, setDraft] = useState(saved)
  const [liquidError, setLiquidError] = useState<string>()
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const update = useMutate(calls.updateSnippet, {
    onDone: ({ snippet: next }) => {
      setSaved(draftOf(next))
      setDraft((now) => ({ ...now, tags: next.tags }))
      setLiquidError(undefined)
      patchAnswers(calls.getSnippet, () => ({ snippet: next }), { params: { id: next.id } })
      void forget(calls.listSnippets)
    },
    onError: (error) => {
      if (error.message.startsWith(LIQUID)) setLiquidError(error.message)
      told.error('Failed to update snippet', error.message)
    },
  })
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])
  const { mutate } = update
  const save = useCallback(() => {
    if (draft.name.trim()) mutate({ params: { id: snippet.id }, body: draft })
  }, [mutate, draft, snippet.id])
  return {
    draft,
    set: useCallback((change: Partial<SnippetDraft>) => setDraft((now) => ({ ...now, ...change })), []),
    isChanged,
    isSaving: update.isPending,
    liquidError,
    save,
  }
}
