import { Tabs } from '@mantine/core'
import { useDrags } from '../canvas/DragContext.tsx'
import { addBlock, addRow, placeOf, rowIndex } from '../design/change.ts'
import { nameOfBlock } from '../design/names.ts'
import { LAYOUTS, PALETTE, type PaletteType } from '../design/newBlock.ts'
import { nextPlace } from '../design/nextPlace.ts'
import { useChangeDesign, useEditor } from '../editor/EditorContext.tsx'
import { BlockIcon } from '../inspector/BlockIcon.tsx'
import { BodyPanel } from './BodyPanel.tsx'
import { ImagesPanel } from './ImagesPanel.tsx'
import c from './palette.module.css'

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
