import { Select, Switch } from '@mantine/core'
import { IconLayoutColumns } from '@tabler/icons-react'
import type { DesignRow, DesignValues } from '../../contract/design.ts'
import { changeLayout, changeRow } from '../design/change.ts'
import { LAYOUTS } from '../design/newBlock.ts'
import { textOf } from '../design/read.ts'
import { useChangeDesign } from '../editor/EditorContext.tsx'
import { ColorField } from './fields.tsx'
import { hidesOnPhone, withHidden } from './hidden.ts'
import c from './inspector.module.css'
import { PaddingField } from './PaddingField.tsx'
import { RowTools } from './RowTools.tsx'

const layoutName = (cells: readonly number[]) => cells.join(' : ')

/** The settings of a row. */
export const RowInspector = ({ row }: { row: DesignRow }) => {
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
        <RowTools row={row} />
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
