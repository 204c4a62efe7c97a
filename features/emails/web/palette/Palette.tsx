import { Tabs } from '@mantine/core'
import { useDrags } from '../canvas/DragContext.tsx'
import { addBlock, addRow, placeOf, rowIndex, type Target } from '../design/change.ts'
import { nameOfBlock } from '../design/names.ts'
import { LAYOUTS, PALETTE, type PaletteType } from '../design/newBlock.ts'
import { useChangeDesign, useEditor } from '../editor/EditorContext.tsx'
import type { EditorStore } from '../editor/editorStore.ts'
import { BlockIcon } from '../inspector/BlockIcon.tsx'
import { BodyPanel } from './BodyPanel.tsx'
import { ImagesPanel } from './ImagesPanel.tsx'
import c from './palette.module.css'

type Rows = Parameters<typeof placeOf>[0]

// A pressed block goes after what is selected, else to the end of the last row.
const nextPlace = (design: Rows, selection: ReturnType<EditorStore['get']>['selection']): Target => {
  const place = selection?.kind === 'block' ? placeOf(design, selection.id) : undefined
  if (place) return { ...place, index: place.index + 1 }
  const { rows } = design.body
  const found = selection?.kind === 'row' ? rowIndex(design, selection.id) : rows.length - 1
  const row = rows[found]
  if (!row) return { row: 0 }
  const column = Math.max(
    0,
    row.columns.findIndex(({ contents }) => !contents.length),
  )
  return { row: found, column, index: row.columns[column]?.contents.length ?? 0 }
}

/** Adds a block as pressing its tile does; answers the new block's id. */
export const useAddBlock = () => {
  const store = useEditor()
  const change = useChangeDesign()
  return (type: PaletteType): string => {
    let id = ''
    store.settle()
    change((design) => {
      const made = addBlock(design, type, nextPlace(design, store.get().selection))
      id = made.id
      return made.design
    })
    store.select({ kind: 'block', id })
    requestAnimationFrame(() =>
      document.querySelector(`[data-block="${id}"]`)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }),
    )
    return id
  }
}

const Content = () => {
  const store = useEditor()
  const change = useChangeDesign()
  const { grab, wasDragged } = useDrags()
  const add = useAddBlock()
  const addLayout = (cells: readonly number[]) => {
    let id = ''
    store.settle()
    change((design) => {
      const { selection } = store.get()
      const at = selection?.kind === 'block' ? placeOf(design, selection.id)?.row : undefined
      const row = selection?.kind === 'row' ? rowIndex(design, selection.id) : at
      const made = addRow(design, cells, row === undefined ? design.body.rows.length : row + 1)
      id = made.id
      return made.design
    })
    store.select({ kind: 'row', id })
  }
  return (
    <>
      <h2 className={c.section}>Blocks</h2>
      <div className={c.tiles}>
        {PALETTE.map((type) => {
          const label = nameOfBlock({ type, values: {} })
          return (
            <button
              key={type}
              type="button"
              className={c.tile}
              onPointerDown={(event) => grab(event, { kind: 'new-block', type, label })}
              onClick={() => !wasDragged() && add(type)}
            >
              <BlockIcon type={type} size={20} />
              {label}
            </button>
          )
        })}
      </div>
      <h2 className={c.section}>Rows</h2>
      {LAYOUTS.map((cells) => (
        <button
          key={cells.join('-')}
          type="button"
          className={c.layout}
          aria-label={cells.length === 1 ? 'Row with one column' : `Row with columns ${cells.join(' to ')}`}
          style={{ gridTemplateColumns: cells.map((share) => `${share}fr`).join(' ') }}
          onPointerDown={(event) => grab(event, { kind: 'new-row', cells, label: 'Row' })}
          onClick={() => !wasDragged() && addLayout(cells)}
        >
          {cells.map((_share, index) => (
            <i key={index} />
          ))}
        </button>
      ))}
      <p className={c.hint}>Drag to a place, or press to put it after what is selected.</p>
    </>
  )
}

/** The left side of the editor: what can be added, the look of the whole mail, uploaded images. */
export const Palette = () => (
  <Tabs defaultValue="content" variant="pills" classNames={{ tab: c.tab }}>
    <Tabs.List grow>
      <Tabs.Tab value="content">Content</Tabs.Tab>
      <Tabs.Tab value="body">Body</Tabs.Tab>
      <Tabs.Tab value="images">Images</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="content">
      <Content />
    </Tabs.Panel>
    <Tabs.Panel value="body">
      <BodyPanel />
    </Tabs.Panel>
    <Tabs.Panel value="images">
      <ImagesPanel />
    </Tabs.Panel>
  </Tabs>
)
