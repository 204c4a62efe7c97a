import { Button, Group, Switch, TextInput } from '@mantine/core'
import { IconDeviceFloppy, IconLayoutColumns } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { DesignRow, DesignValues } from '../../contract/design.ts'
import { changeColumn, changeLayout, changeRow } from '../design/change.ts'
import { sectionOf } from '../design/places.ts'
import { textOf } from '../design/read.ts'
import { useChangeDesign, useDesign } from '../editor/EditorContext.tsx'
import { BackgroundImage } from './BackgroundImage.tsx'
import { CloseTool } from './CloseTool.tsx'
import { ColumnFields } from './ColumnFields.tsx'
import { ColumnsField } from './ColumnsField.tsx'
import { ColorField } from './fields.tsx'
import c from './inspector.module.css'
import { PaddingField } from './PaddingField.tsx'
import { RowTools } from './RowTools.tsx'
import { Visibility } from './Visibility.tsx'

const SaveRow = lazy(() => import('../palette/SaveRow.tsx'))

const TITLES = { headers: 'Header', rows: 'Row', footers: 'Footer' } as const

const RowColors = ({ values, set }: { values: DesignValues; set: (values: DesignValues, key?: string) => void }) => (
  <div className={c.two}>
    <ColorField
      label="Background"
      value={textOf(values, 'columnsBackgroundColor')}
      onChange={(columnsBackgroundColor) => set({ columnsBackgroundColor }, 'columns')}
    />
    <ColorField
      label="Full width"
      value={textOf(values, 'backgroundColor')}
      onChange={(backgroundColor) => set({ backgroundColor }, 'full')}
    />
  </div>
)

/** The settings of a row. */
const RowInspector = ({ row }: { row: DesignRow }) => {
  const change = useChangeDesign()
  const section = sectionOf(useDesign(), row.id ?? '') ?? 'rows'
  const [isSaving, setSaving] = useState(false)
  const id = row.id ?? ''
  const set = (values: DesignValues, key?: string) =>
    change((design) => changeRow(design, id, values), key && `${id}:${key}`)
  return (
    <>
      <div className={c.head}>
        <IconLayoutColumns size={17} stroke={1.7} aria-hidden />
        <h2>{TITLES[section]}</h2>
        <RowTools row={row} />
        <CloseTool />
      </div>
      <div className={c.form} key={id}>
        <Group grow>
          <Button
            variant="default"
            leftSection={<IconDeviceFloppy size={15} aria-hidden />}
            onClick={() => setSaving(true)}
          >
            Save row
          </Button>
        </Group>
        <ColumnsField
          cells={row.cells}
          onChange={(cells) => change((design) => changeLayout(design, id, cells), `${id}:cells`)}
        />
        <RowColors values={row.values} set={set} />
        <PaddingField
          label="Space around"
          value={textOf(row.values, 'padding') || '0px'}
          onChange={(padding) => set({ padding }, 'padding')}
        />
        <Switch
          label="Keep columns side by side on phones"
          checked={row.values.noStackMobile === true}
          onChange={(event) => set({ noStackMobile: event.currentTarget.checked })}
        />
        <Visibility values={row.values} set={set} what="row" />
        <ColumnFields
          row={row}
          set={(column, values, key) =>
            change((design) => changeColumn(design, id, column, values), key && `${id}:${key}`)
          }
        />
        <BackgroundImage values={row.values} set={set} isRow />
        <TextInput
          label="Anchor"
          description="Links to #name lead here."
          value={textOf(row.values, 'anchor')}
          maxLength={60}
          onChange={(event) => set({ anchor: event.currentTarget.value.replace(/[^\w-]/g, '') }, 'anchor')}
        />
      </div>
      {isSaving && (
        <Suspense fallback={null}>
          <SaveRow row={row} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  )
}

export default RowInspector
