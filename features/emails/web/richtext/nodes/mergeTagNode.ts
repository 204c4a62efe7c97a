import { mergeAttributes, Node } from '@tiptap/core'

/** A merge tag as one piece of a text: shown as a chip, saved as the Liquid itself. */
export const MergeTagNode = Node.create({
  name: 'mergeTag',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: true,
  addAttributes: () => ({
    liquid: {
      default: '',
      parseHTML: (element: HTMLElement) => element.getAttribute('data-liquid') ?? '',
      renderHTML: ({ liquid }: { liquid: string }) => ({ 'data-liquid': liquid }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-liquid]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes), String(node.attrs.liquid)],
  renderText: ({ node }) => String(node.attrs.liquid),
})
