import { useCallback } from 'react'
import { useEditor, useEditorState } from '../editor/EditorContext.tsx'
import { MetaLines } from '../editor/MetaLines.tsx'
import { RichField } from './RichField.tsx'
import c from './richtext.module.css'

const textOf = (state: Record<string, unknown> | null) => (typeof state?.html === 'string' ? state.html : '')

/** The rich-text editor: a mail that reads as if a person wrote it. */
export default function RichTextEditor({ isNarrow }: { isNarrow: boolean }) {
  const store = useEditor()
  const html = useEditorState((state) => textOf(state.content.editor.state))
  const write = useCallback(
    (next: string) =>
      store.change((content) => ({ ...content, editor: { type: 'richtext', state: { html: next } } }), 'richtext'),
    [store],
  )
  return (
    <div className={c.view}>
      <div className={c.frame} data-narrow={isNarrow || undefined}>
        <MetaLines />
        <RichField html={html} onHtml={write} label="Text of the mail" />
      </div>
    </div>
  )
}
