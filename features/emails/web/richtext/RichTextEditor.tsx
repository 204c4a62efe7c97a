import { RichTextEditor as Rich } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import { IconPhoto } from '@tabler/icons-react'
import Image from '@tiptap/extension-image'
import TextAlign from '@tiptap/extension-text-align'
import { Placeholder } from '@tiptap/extensions'
import { type Editor, useEditor as useTiptap } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import { useEditor, useEditorState } from '../editor/EditorContext.tsx'
import { MetaLines } from '../editor/MetaLines.tsx'
import { useUpload } from '../palette/useUpload.ts'
import { MergeTagButton } from '../parts/MergeTags.tsx'
import { withChips, withoutChips } from './chips.ts'
import { MergeTagNode } from './mergeTagNode.ts'
import c from './richtext.module.css'

const EXTENSIONS = [
  StarterKit.configure({
    link: { openOnClick: false, HTMLAttributes: { rel: null, target: '_blank' }, isAllowedUri: () => true },
  }),
  Image,
  TextAlign.configure({ types: ['heading', 'paragraph'] }),
  Placeholder.configure({ placeholder: 'Write your mail…' }),
  MergeTagNode,
]

const textOf = (state: Record<string, unknown> | null) => (typeof state?.html === 'string' ? state.html : '')

const Tools = ({ editor }: { editor: Editor }) => {
  const upload = useUpload((image) => {
    editor
      .chain()
      .focus()
      .setImage({ src: image.url, alt: image.name.replace(/\.\w+$/, '') })
      .run()
  })
  return (
    <Rich.Toolbar className={c.bar}>
      <Rich.ControlsGroup>
        <Rich.H1 />
        <Rich.H2 />
        <Rich.H3 />
      </Rich.ControlsGroup>
      <Rich.ControlsGroup>
        <Rich.Bold />
        <Rich.Italic />
        <Rich.Underline />
        <Rich.Strikethrough />
        <Rich.ClearFormatting />
      </Rich.ControlsGroup>
      <Rich.ControlsGroup>
        <Rich.BulletList />
        <Rich.OrderedList />
        <Rich.Blockquote />
        <Rich.Hr />
      </Rich.ControlsGroup>
      <Rich.ControlsGroup>
        <Rich.AlignLeft />
        <Rich.AlignCenter />
        <Rich.AlignRight />
      </Rich.ControlsGroup>
      <Rich.ControlsGroup>
        <Rich.Link />
        <Rich.Unlink />
        <Rich.Control aria-label="Insert an image" title="Insert an image" onClick={upload.choose}>
          <IconPhoto size={16} stroke={1.5} />
        </Rich.Control>
      </Rich.ControlsGroup>
      <MergeTagButton
        size={26}
        onPick={(liquid) => editor.chain().focus().insertContent({ type: 'mergeTag', attrs: { liquid } }).run()}
      />
    </Rich.Toolbar>
  )
}

/** The rich-text editor: a mail that reads as if a person wrote it. */
export default function RichTextEditor({ isNarrow }: { isNarrow: boolean }) {
  const store = useEditor()
  const html = useEditorState((state) => textOf(state.content.editor.state))
  const written = useRef(html)
  const editor = useTiptap({
    extensions: EXTENSIONS,
    content: withChips(html),
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: { attributes: { 'aria-label': 'Text of the mail', role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor: changed }) => {
      const next = withoutChips(changed.getHTML())
      written.current = next
      store.change((content) => ({ ...content, editor: { type: 'richtext', state: { html: next } } }), 'richtext')
    },
  })
  useEffect(() => {
    if (!editor || written.current === html) return
    written.current = html
    editor.commands.setContent(withChips(html), { emitUpdate: false })
  }, [editor, html])
  return (
    <div className={c.view}>
      <div className={c.frame} data-narrow={isNarrow || undefined}>
        <MetaLines isReadOnly={false} />
        <Rich editor={editor} variant="subtle" classNames={{ root: c.root, content: c.content }}>
          {editor && <Tools editor={editor} />}
          <Rich.Content />
        </Rich>
      </div>
    </div>
  )
}
