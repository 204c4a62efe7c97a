import { mergeAttributes, Node } from '@tiptap/core'

/** What a button of a text looks like until somebody changes it. */
export const BUTTON_COLOR = '#5a55db'

const cellStyle = (color: string) => `border-radius:6px;background-color:${color}`
const LINK_STYLE =
  'display:inline-block;padding:12px 24px;color:#ffffff;font-weight:bold;text-decoration:none;border-radius:6px'

/** A button: a table that every mail program shows, with a link in it. Its label is written in place. */
export const ButtonNode = Node.create({
  name: 'emailButton',
  group: 'block',
  content: 'text*',
  marks: '',
  defining: true,
  priority: 1000,
  addAttributes: () => ({
    href: {
      default: '',
      parseHTML: (element: HTMLElement) => element.querySelector('a')?.getAttribute('href') ?? '',
      renderHTML: () => ({}),
    },
    color: {
      default: BUTTON_COLOR,
      parseHTML: (element: HTMLElement) => element.getAttribute('data-button') || BUTTON_COLOR,
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => [{ tag: 'table[data-button]', contentElement: 'a' }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const color = String(node.attrs.color)
    const table = mergeAttributes(HTMLAttributes, {
      'data-button': color,
      role: 'presentation',
      cellpadding: '0',
      cellspacing: '0',
      border: '0',
      style: 'margin:0 0 14px',
    })
    const link = { href: String(node.attrs.href), target: '_blank', style: LINK_STYLE }
    return ['table', table, ['tbody', ['tr', ['td', { bgcolor: color, style: cellStyle(color) }, ['a', link, 0]]]]]
  },
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) =>
        editor.isActive(this.name) &&
        editor
          .chain()
          .insertContentAt(editor.state.selection.$to.after(), '<p></p>')
          .focus(editor.state.selection.$to.after() + 1)
          .run(),
    }
  },
})
