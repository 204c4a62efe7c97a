import type { TokenOption } from '@millrace/kit/web'
import type { Editor, Range } from '@tiptap/core'

/** Something that the slash menu puts in. */
export type SlashItem = {
  title: string
  /** Other words that find it. */
  words: string
  group: string
  run: (editor: Editor, range: Range) => void
}

const BLOCKS: SlashItem[] = [
  {
    title: 'Heading 1',
    words: 'title large h1',
    group: 'Text',
    run: (editor, range) => editor.chain().focus().deleteRange(range).setNode('heading', { level: 1 }).run(),
  },
  {
    title: 'Heading 2',
    words: 'subtitle h2',
    group: 'Text',
    run: (editor, range) => editor.chain().focus().deleteRange(range).setNode('heading', { level: 2 }).run(),
  },
  {
    title: 'Bulleted list',
    words: 'points unordered',
    group: 'Text',
    run: (editor, range) => editor.chain().focus().deleteRange(range).toggleBulletList().run(),
  },
  {
    title: 'Numbered list',
    words: 'steps ordered',
    group: 'Text',
    run: (editor, range) => editor.chain().focus().deleteRange(range).toggleOrderedList().run(),
  },
  {
    title: 'Quote',
    words: 'blockquote citation',
    group: 'Text',
    run: (editor, range) => editor.chain().focus().deleteRange(range).toggleBlockquote().run(),
  },
  {
    title: 'Button',
    words: 'link call to action',
    group: 'Insert',
    run: (editor, range) =>
      editor
        .chain()
        .focus()
        .deleteRange(range)
        .insertContent({ type: 'emailButton', content: [{ type: 'text', text: 'Read more' }] })
        .run(),
  },
  {
    title: 'Table',
    words: 'rows columns grid',
    group: 'Insert',
    run: (editor, range) =>
      editor.chain().focus().deleteRange(range).insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
  },
  {
    title: 'Divider',
    words: 'line rule hr separator',
    group: 'Insert',
    run: (editor, range) => editor.chain().focus().deleteRange(range).setHorizontalRule().run(),
  },
]

const imageItem = (choose: () => void): SlashItem => ({
  title: 'Image',
  words: 'picture photo upload',
  group: 'Insert',
  run: (editor, range) => {
    editor.chain().focus().deleteRange(range).run()
    choose()
  },
})

const tagItem = ({ value, label }: TokenOption): SlashItem => ({
  title: label,
  words: value,
  group: 'Merge tags',
  run: (editor, range) =>
    editor
      .chain()
      .focus()
      .deleteRange(range)
      .insertContent({ type: 'mergeTag', attrs: { liquid: `{{ ${value} }}` } })
      .run(),
})

const MOST_TAGS = 6

/** What the slash menu offers for what was typed behind the slash. */
export const slashItems = (query: string, tags: readonly TokenOption[], chooseImage: () => void): SlashItem[] => {
  const wanted = query.trim().toLowerCase()
  const fits = ({ title, words }: SlashItem) =>
    `${title} ${words}`
      .toLowerCase()
      .split(/[\s.]+/)
      .some((word) => word.startsWith(wanted))
  const found = [...BLOCKS, imageItem(chooseImage)].filter(fits)
  return [...found, ...tags.map(tagItem).filter(fits).slice(0, MOST_TAGS)]
}
