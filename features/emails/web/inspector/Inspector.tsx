import { ActionIcon, NumberInput, Select, Switch, Tooltip } from '@mantine/core'
import { Keys } from '@millrace/kit/web'
import {
  IconArrowDown,
  IconArrowRight,
  IconArrowUp,
  IconCopy,
  IconLayoutColumns,
  IconSquareRounded,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Design, DesignBlock, DesignRow, DesignValues } from '../../contract/design.ts'
import {
  changeBlock,
  changeLayout,
  changeRow,
  duplicateBlock,
  duplicateRow,
  moveRow,
  placeOf,
  removeBlock,
  removeRow,
  rowIndex,
  stepBlock,
  stepColumn,
} from '../design/change.ts'
import { nameOfBlock } from '../design/names.ts'
import { LAYOUTS } from '../design/newBlock.ts'
import { groupOf, paddingOf, sidesOf, textOf } from '../design/read.ts'
import { useChangeDesign, useDesign, useEditor, useSelectedBlock, useSelectedRow } from '../editor/EditorContext.tsx'
import { BlockIcon } from './BlockIcon.tsx'
import { FORMS } from './blockForms.tsx'
import { ColorField, Labelled } from './fields.tsx'
import c from './inspector.module.css'

type ToolProps = { label: string; Icon: TablerIcon; onClick: () => void; isOff?: boolean }

const Tool = ({ label, Icon, onClick, isOff }: ToolProps) => (
  <Tooltip label={label}>
    <ActionIcon size={28} aria-label={label} onClick={onClick} disabled={isOff ?? false}>
      <Icon size={15} />
    </ActionIcon>
  </Tooltip>
)

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const

const PaddingField = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => {
  const sides = sidesOf(value)
  return (
    <Labelled label={label}>
      <div className={c.sides}>
        {SIDES.map((side, index) => (
          <NumberInput
            key={side}
            aria-label={`${label}, ${side.toLowerCase()}`}
            title={side}
            value={sides[index] ?? 0}
            min={0}
            max={200}
            allowDecimal={false}
            onChange={(next) => onChange(paddingOf(sides.with(index, Number(next) || 0) as typeof sides))}
          />
        ))}
      </div>
    </Labelled>
  )
}

const hidesOnPhone = (values: DesignValues) => groupOf(groupOf(values, '_override'), 'mobile').hideMobile === true

const withHidden = (values: DesignValues, isHidden: boolean): DesignValues => {
  const override = groupOf(values, '_override')
  return { _override: { ...override, mobile: { ...groupOf(override, 'mobile'), hideMobile: isHidden } } }
}

type Change = ReturnType<typeof useChangeDesign>

const BlockTools = ({ block, change }: { block: DesignBlock; change: Change }) => {
  const store = useEditor()
  const design = useDesign()
  const id = block.id ?? ''
  const place = placeOf(design, id)
  const columns = place ? (design.body.rows[place.row]?.columns.length ?? 1) : 1
  const copy = () => {
    let made = id
    change((old) => {
      const result = duplicateBlock(old, id)
      made = result.id
      return result.design
    })
    store.select({ kind: 'block', id: made })
  }
  return (
    <>
      <Tool label="Move up" Icon={IconArrowUp} onClick={() => change((old) => stepBlock(old, id, -1))} />
      <Tool label="Move down" Icon={IconArrowDown} onClick={() => change((old) => stepBlock(old, id, 1))} />
      {columns > 1 && (
        <Tool
          label="Move into the next column"
          Icon={IconArrowRight}
          onClick={() => change((old) => stepColumn(old, id))}
        />
      )}
      <Tool label="Duplicate" Icon={IconCopy} onClick={copy} />
      <Tool
        label="Delete"
        Icon={IconTrash}
        onClick={() => {
          change((old) => removeBlock(old, id))
          store.select(undefined)
        }}
      />
    </>
  )
}

const BlockInspector = ({ block }: { block: DesignBlock }) => {
  const change = useChangeDesign()
  const id = block.id ?? ''
  const set = (values: DesignValues, key: string) =>
    change((design: Design) => changeBlock(design, id, values), `${id}:${key}`)
  const Form = FORMS[block.type]
  return (
    <>
      <div className={c.head}>
        <BlockIcon type={block.type} />
        <h2>{nameOfBlock(block)}</h2>
        <BlockTools block={block} change={change} />
      </div>
      <div className={c.form} key={id}>
        {Form ? (
          <Form block={block} set={set} />
        ) : (
          <div className={c.none} style={{ padding: 0 }}>
            This block was made elsewhere. It is kept and sent as it is; here it can be moved, copied and removed.
          </div>
        )}
        <PaddingField
          label="Space around"
          value={textOf(block.values, 'containerPadding') || '10px'}
          onChange={(containerPadding) => set({ containerPadding }, 'containerPadding')}
        />
        <Switch
          label="Hide on phones"
          checked={hidesOnPhone(block.values)}
          onChange={(event) => set(withHidden(block.values, event.currentTarget.checked), 'hide')}
        />
      </div>
    </>
  )
}

const layoutName = (cells: readonly number[]) => cells.join(' : ')

const RowTools = ({ row, change }: { row: DesignRow; change: Change }) => {
  const store = useEditor()
  const design = useDesign()
  const id = row.id ?? ''
  const at = rowIndex(design, id)
  const copy = () => {
    let made = id
    change((old) => {
      const result = duplicateRow(old, id)
      made = result.id
      return result.design
    })
    store.select({ kind: 'row', id: made })
  }
  return (
    <>
      <Tool
        label="Move up"
        Icon={IconArrowUp}
        isOff={at === 0}
        onClick={() => change((old) => moveRow(old, id, at - 1))}
      />
      <Tool
        label="Move down"
        Icon={IconArrowDown}
        isOff={at === design.body.rows.length - 1}
        onClick={() => change((old) => moveRow(old, id, at + 2))}
      />
      <Tool label="Duplicate" Icon={IconCopy} onClick={copy} />
      <Tool
        label="Delete"
        Icon={IconTrash}
        onClick={() => {
          change((old) => removeRow(old, id))
          store.select(undefined)
        }}
      />
    </>
  )
}

const RowInspector = ({ row }: { row: DesignRow }) => {
  const change = useChangeDesign()
  const id = row.id ?? ''
  const set = (values: DesignValues, key: string) => change((design) => changeRow(design, id, values), `${id}:${key}`)
  const current = layoutName(row.cells)
  const layouts = [...new Set([...LAYOUTS.map(layoutName), current])]
  return (
    <>
      <div className={c.head}>
        <IconLayoutColumns size={17} stroke={1.7} aria-hidden />
        <h2>Row</h2>
        <RowTools row={row} change={change} />
      </div>
      <div className={c.form}>
        <Select
          label="Columns"
          leftSection={<IconLayoutColumns size={15} aria-hidden />}
          data={layouts}
          value={current}
          allowDeselect={false}
          onChange={(next) => next && change((design) => changeLayout(design, id, next.split(' : ').map(Number)))}
        />
        <div className={c.two}>
          <ColorField
            label="Background"
            value={textOf(row.values, 'columnsBackgroundColor')}
            onChange={(columnsBackgroundColor) => set({ columnsBackgroundColor }, 'columns')}
          />
          <ColorField
            label="Full width"
            value={textOf(row.values, 'backgroundColor')}
            onChange={(backgroundColor) => set({ backgroundColor }, 'full')}
          />
        </div>
        <PaddingField
          label="Space around"
          value={textOf(row.values, 'padding') || '0px'}
          onChange={(padding) => set({ padding }, 'padding')}
        />
        <Switch
          label="Keep columns side by side on phones"
          checked={row.values.noStackMobile === true}
          onChange={(event) => set({ noStackMobile: event.currentTarget.checked }, 'stack')}
        />
        <Switch
          label="Hide on phones"
          checked={hidesOnPhone(row.values)}
          onChange={(event) => set(withHidden(row.values, event.currentTarget.checked), 'hide')}
        />
      </div>
    </>
  )
}

const Nothing = () => (
  <div className={c.none}>
    <IconSquareRounded size={22} stroke={1.5} aria-hidden />
    <b>Nothing is selected</b>
    Press a block in the mail to change its words and looks, or the handle at the left of a row.
    <div className={c.keys}>
      <Keys of="mod Z" /> Undo
      <Keys of="mod ⇧ Z" /> Redo
      <Keys of="Alt ↑" /> Move a block up
      <Keys of="Alt ↓" /> Move a block down
      <Keys of="Del" /> Delete a block
      <Keys of="mod S" /> Save
    </div>
  </div>
)

/** The right side of the editor: settings of what is selected. */
export const Inspector = () => {
  const block = useSelectedBlock()
  const row = useSelectedRow()
  if (block) return <BlockInspector block={block} />
  return row ? <RowInspector row={row} /> : <Nothing />
}
