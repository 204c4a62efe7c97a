import { Button, ColorInput, Group, Paper } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { useEditorState } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import { MergeInput } from '../parts/MergeInput.tsx'
import { BUTTON_COLOR } from './nodes/buttonNode.ts'
import c from './richtext.module.css'

const TABLE = [
  ['Row above', 'addRowBefore'],
  ['Row below', 'addRowAfter'],
  ['Column left', 'addColumnBefore'],
  ['Column right', 'addColumnAfter'],
  ['Remove row', 'deleteRow'],
  ['Remove column', 'deleteColumn'],
  ['Remove table', 'deleteTable'],
] as const

const ButtonBubble = ({ editor }: { editor: Editor }) => {
  const { href, color } = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const attrs = now.getAttributes('emailButton')
      return { href: String(attrs.href ?? ''), color: String(attrs.color ?? BUTTON_COLOR) }
    },
  })
  const set = (change: object) => editor.commands.updateAttributes('emailButton', change)
  return (
    <BubbleMenu editor={editor} pluginKey="button" shouldShow={({ editor: now }) => now.isActive('emailButton')}>
      <Paper className={c.bubble}>
        <MergeInput
          label="Link of the button"
          hideLabel
          placeholder="https://…"
          value={href}
          onChange={(next) => set({ href: next })}
        />
        <ColorInput
          aria-label="Colour of the button"
          value={color}
          onChange={(next) => set({ color: next })}
          format="hex"
          w={120}
          popoverProps={{ withinPortal: true }}
        />
      </Paper>
    </BubbleMenu>
  )
}

const TableBubble = ({ editor }: { editor: Editor }) => (
  <BubbleMenu editor={editor} pluginKey="table" shouldShow={({ editor: now }) => now.isActive('table')}>
    <Paper className={c.bubble}>
      <Group gap={2}>
        {TABLE.map(([label, command]) => (
          <Button
            key={command}
            size="compact-xs"
            variant="subtle"
            color="gray"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => editor.chain().focus()[command]().run()}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Paper>
  </BubbleMenu>
)

/** Settings that float beside a button or a table of the text. */
export const Bubbles = ({ editor }: { editor: Editor }) => (
  <>
    <ButtonBubble editor={editor} />
    <TableBubble editor={editor} />
  </>
)
