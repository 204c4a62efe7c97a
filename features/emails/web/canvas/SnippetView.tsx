import { useCall } from '@millrace/kit/web'
import { type DesignBlock, snippetIdOf } from '../../contract/design.ts'
import { snippetCalls } from '../../contract/snippetCalls.ts'
import { MailFrame } from '../parts/MailFrame.tsx'
import { ServerBlock } from './ServerBlock.tsx'
import c from './views.module.css'

const Shown = ({ id, block }: { id: number; block: DesignBlock }) => {
  const { data, error } = useCall(snippetCalls.getSnippet, { params: { id } })
  if (error) return <div className={c.noImage}>This snippet is not there any more</div>
  if (!data) return <div className={c.noImage}>Snippet</div>
  // Snippets in snippets are put together by the server.
  if (/\{\{[^}]*snippets/.test(data.snippet.html)) return <ServerBlock block={block} />
  const page = `<!doctype html><body style="margin:0;font:14px/1.5 arial,helvetica,sans-serif">${data.snippet.html}</body>`
  return <MailFrame html={page} title={`Snippet ${data.snippet.name}`} minHeight={24} isInert />
}

/** A snippet as it is now. */
export const SnippetView = ({ block }: { block: DesignBlock }) => {
  const id = snippetIdOf(block)
  return id === undefined ? (
    <div className={c.noImage}>Choose a snippet in its settings</div>
  ) : (
    <Shown id={id} block={block} />
  )
}
