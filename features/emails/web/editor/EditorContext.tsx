import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Design, DesignBlock, DesignRow } from '../../contract/design.ts'
import type { EmailContent } from '../../contract/email.ts'
import { findBlock, findRow } from '../design/places.ts'
import type { EditorState, EditorStore } from './editorStore.ts'

/** The store of the open editor. */
export const EditorContext = createContext<EditorStore | undefined>(undefined)

/** The store of the open editor, for gestures. */
export const useEditor = (): EditorStore => {
  const store = use(EditorContext)
  if (!store) throw new Error('This part stands in the email editor only.')
  return store
}

/** A part of the editor's state; `pick` answers the same object for the same state. */
export const useEditorState = <T,>(pick: (state: EditorState) => T): T => {
  const store = useEditor()
  return useSyncExternalStore(store.subscribe, () => pick(store.get()))
}

const designOf = (content: EmailContent) => content.editor.state as unknown as Design

/** The design that is edited. */
export const useDesign = (): Design => useEditorState((state) => designOf(state.content))

/** Changes the design; changes of one `gesture` are one step of the history. */
export const useChangeDesign = (): ((change: (design: Design) => Design, gesture?: string) => void) => {
  const store = useEditor()
  return useCallback(
    (change, gesture) =>
      store.change((content) => {
        const design = designOf(content)
        const next = change(design)
        return next === design
          ? content
          : { ...content, editor: { ...content.editor, state: next as unknown as Record<string, unknown> } }
      }, gesture),
    [store],
  )
}

/** The block of a selection. */
export const useSelectedBlock = (selection: EditorState['selection']): DesignBlock | undefined =>
  useEditorState(({ content }) =>
    selection?.kind === 'block' ? findBlock(designOf(content), selection.id) : undefined,
  )

/** The row of a selection. */
export const useSelectedRow = (selection: EditorState['selection']): DesignRow | undefined =>
  useEditorState(({ content }) => (selection?.kind === 'row' ? findRow(designOf(content), selection.id) : undefined))
