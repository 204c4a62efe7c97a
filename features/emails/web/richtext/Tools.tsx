import { RichTextEditor as Rich } from '@mantine/tiptap'
import { IconPhoto, IconSquareRoundedLetterB, IconTable } from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { MergeTagButton } from '../parts/MergeTags.tsx'
import c from './richtext.module.css'

const COLORS = ['#18181d', '#52525e', '#5a55db', '#1a7f5a', '#b45309', '#c02626', '#ffffff']

const Insert = ({ editor, onImage }: { editor: Editor; onImage: () => void }) => (
  <Rich.ControlsGroup>
    <Rich.Link />
    <Rich.Unlink />
    <Rich.Control aria-label="Insert an image" title="Insert an image" onClick={onImage}>
      <IconPhoto size={16} stroke={1.5} />
    </Rich.Control>
    <Rich.Control
      aria-label="Insert a button"
      title="Insert a button"
      onClick={() =>
        editor
          .chain()
          .focus()
          .insertContent({ type: 'emailButton', content: [{ type: 'text', text: 'Read more' }] })
          .run()
      }
    >
      <IconSquareRoundedLetterB size={16} stroke={1.5} />
    </Rich.Control>
    <Rich.Control
      aria-label="Insert a table"
      title="Insert a table"
      onClick={() => editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run()}
    >
      <IconTable size={16} stroke={1.5} />
    </Rich.Control>
  </Rich.ControlsGroup>
)

/** The bar of a text. */
export const Tools = ({ editor, onImage }: { editor: Editor; onImage: () => void }) => (
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
      <Rich.ColorPicker colors={COLORS} />
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
    <Insert editor={editor} onImage={onImage} />
    <MergeTagButton
      size={26}
      onPick={(liquid) => editor.chain().focus().insertContent({ type: 'mergeTag', attrs: { liquid } }).run()}
    />
  </Rich.Toolbar>
)
