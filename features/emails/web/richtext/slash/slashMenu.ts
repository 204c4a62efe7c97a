import { Extension } from '@tiptap/core'
import { PluginKey } from '@tiptap/pm/state'
import Suggestion, { type SuggestionProps } from '@tiptap/suggestion'
import type { SlashItem } from './slashItems.ts'

/** The open menu: where, what, and how one is chosen. */
export type OpenSlash = { items: SlashItem[]; at: number; place: DOMRect | null; choose: (item: SlashItem) => void }

/** What stands between the editor and the menu that is drawn beside it. */
export type SlashStore = {
  get: () => OpenSlash | undefined
  set: (next: OpenSlash | undefined) => void
  subscribe: (listener: () => void) => () => void
}

/** A store for one editor. */
export const slashStore = (): SlashStore => {
  let open: OpenSlash | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => open,
    set: (next) => {
      open = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const onKey = (store: SlashStore, key: string) => {
  const open = store.get()
  if (!open?.items.length) return false
  const count = open.items.length
  if (key === 'ArrowDown') store.set({ ...open, at: (open.at + 1) % count })
  else if (key === 'ArrowUp') store.set({ ...open, at: (open.at + count - 1) % count })
  else if (key === 'Enter' || key === 'Tab') open.choose(open.items[open.at] as SlashItem)
  else return false
  return true
}

/** Opens a menu behind a slash at the beginning of a word. */
export const slashMenu = (store: SlashStore, itemsFor: (query: string) => SlashItem[]): Extension =>
  Extension.create({
    name: 'slashMenu',
    addProseMirrorPlugins() {
      const show = ({ items, clientRect, command }: SuggestionProps<SlashItem>) =>
        store.set({ items, at: 0, place: clientRect?.() ?? null, choose: command })
      return [
        Suggestion<SlashItem>({
          editor: this.editor,
          pluginKey: new PluginKey('slashMenu'),
          char: '/',
          items: ({ query }) => itemsFor(query),
          command: ({ editor, range, props }) => props.run(editor, range),
          render: () => ({
            onStart: show,
            onUpdate: show,
            onExit: () => store.set(undefined),
            onKeyDown: ({ event }) => onKey(store, event.key),
          }),
        }),
      ]
    },
  })
