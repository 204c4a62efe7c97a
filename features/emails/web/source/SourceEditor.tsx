import { useMemo, useRef } from 'react'
import { useEditor, useEditorState } from '../editor/EditorContext.tsx'
import { MetaLines } from '../editor/MetaLines.tsx'
import { MailFrame } from '../parts/MailFrame.tsx'
import { MergeTagButton } from '../parts/MergeTags.tsx'
import { CodeField, type CodeHandle } from './CodeField.tsx'
import s from './source.module.css'
import { useLiquidMarks } from './useLiquidMarks.ts'

/** The editor of emails that are HTML: the source with line numbers beside the mail as it is written. */
export default function SourceEditor({ isNarrow }: { isNarrow: boolean }) {
  const store = useEditor()
  const html = useEditorState(({ content }) => content.editor.html ?? '')
  const code = useRef<CodeHandle>(null)
  const marks = useLiquidMarks()
  const shown = useMemo(() => html || '<p></p>', [html])
  return (
    <div className={s.split}>
      <div className={s.side}>
        <MetaLines />
        <div>
          <div className={s.bar}>
            <span>HTML</span>
            <MergeTagButton onPick={(liquid) => code.current?.insert(liquid)} />
          </div>
          {marks.length > 0 && (
            <ul className={s.wrongs} aria-label="Liquid that cannot be processed">
              {marks.map(({ line, column, message }) => (
                <li key={`${line}:${column}`}>
                  <button type="button" onClick={() => code.current?.goTo(line, column)}>
                    Line {line}, column {column}: {message}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        <CodeField
          label="HTML of the mail"
          value={html}
          marks={marks}
          handle={code}
          onChange={(next) =>
            store.change(
              (content) => ({ ...content, editor: { ...content.editor, type: 'preview', html: next } }),
              'html',
            )
          }
        />
      </div>
      <div className={s.show}>
        <div style={{ maxWidth: isNarrow ? 375 : undefined, margin: '0 auto' }}>
          <MailFrame html={shown} title="The mail as it is written" minHeight={300} />
        </div>
      </div>
    </div>
  )
}
