import { RichTextEditor as Rich } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import { type Editor, useEditor as useTiptap } from '@tiptap/react'
import { useEffect, useRef, useState } from 'react'
import type { Image } from '../../contract/email.ts'
import { useUpload } from '../palette/useUpload.ts'
import { useMergeTags } from '../parts/useMergeTags.ts'
import { Bubbles } from './Bubbles.tsx'
import { withChips, withoutChips } from './chips.ts'
import { EXTENSIONS } from './extensions.ts'
import { imageDrops } from './nodes/imageDrops.ts'
import c from './richtext.module.css'
import { SlashList } from './slash/SlashList.tsx'
import { slashItems } from './slash/slashItems.ts'
import { slashMenu, slashStore } from './slash/slashMenu.ts'
import { Tools } from './Tools.tsx'

type Props = { html: string; onHtml: (html: string) => void; label: string }

/** Uploads what is chosen, pasted or dropped, and shows it where it belongs. */
const useImages = (editor: { current: Editor | null }) => {
  const put = (image: Image, at: number | undefined) => {
    const open = editor.current
    if (!open) return
    const attrs = { src: image.url, alt: image.name.replace(/\.\w+$/, '') }
    // Words may have gone while it was uploaded.
    const place = Math.min(at ?? open.state.selection.to, open.state.doc.content.size)
    open.chain().focus().insertContentAt(place, { type: 'image', attrs }).run()
  }
  const chosen = useUpload((image) => put(image, undefined))
  const { add } = useUpload()
  return {
    choose: chosen.choose,
    drop: (file: File, at: number | undefined) => void add(file).then((image) => image && put(image, at)),
  }
}

/** A text with headings, lists, links, pictures, tables, buttons and merge tags as chips; what comes out is HTML with Liquid. */
export const RichField = ({ html, onHtml, label }: Props) => {
  const written = useRef(html)
  const told = useRef(onHtml)
  told.current = onHtml
  const opened = useRef<Editor | null>(null)
  const images = useImages(opened)
  const offered = useMergeTags()
  const tags = useRef(offered)
  tags.current = offered
  const choose = useRef(images.choose)
  choose.current = images.choose
  const [slash] = useState(slashStore)
  const [extensions] = useState(() => [
    ...EXTENSIONS,
    imageDrops(images.drop),
    slashMenu(slash, (query) => slashItems(query, tags.current, () => choose.current())),
  ])
  const editor = useTiptap({
    extensions,
    content: withChips(html),
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: { attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: changed }) => {
      const next = withoutChips(changed.getHTML())
      written.current = next
      told.current(next)
    },
  })
  opened.current = editor
  useEffect(() => {
    if (!editor || written.current === html) return
    written.current = html
    editor.commands.setContent(withChips(html), { emitUpdate: false })
  }, [editor, html])
  return (
    <Rich editor={editor} variant="subtle" classNames={{ root: c.root, content: c.content }}>
      {editor && <Tools editor={editor} onImage={images.choose} />}
      <Rich.Content />
      {editor && <Bubbles editor={editor} />}
      <SlashList store={slash} />
    </Rich>
  )
}
