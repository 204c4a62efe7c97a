import { ActionIcon, NumberInput, Select, Tooltip } from '@mantine/core'
import { IconColumnInsertRight, IconColumnRemove } from '@tabler/icons-react'
import { LAYOUTS } from '../design/newBlock.ts'
import { Labelled } from './fields.tsx'
import c from './inspector.module.css'

/** A mail is hardly wide enough for more. */
export const MOST_COLUMNS = 6
/** The shares of columns are numbers up to this. */
const MOST_SHARE = 24

const layoutName = (cells: readonly number[]) => cells.join(' : ')

type Props = { cells: readonly number[]; onChange: (cells: number[]) => void }

/** How many columns a row has, and the share of each: one of the usual layouts, or free. */
export const ColumnsField = ({ cells, onChange }: Props) => {
  const current = layoutName(cells)
  const layouts = [...new Set([...LAYOUTS.map(layoutName), '1 : 1 : 1 : 1', current])]
  return (
    <>
      <Select
        label="Columns"
        data={layouts}
        value={current}
        allowDeselect={false}
        onChange={(next) => next && onChange(next.split(' : ').map(Number))}
      />
      <Labelled label="Shares">
        <div className={c.cells}>
          {cells.map((share, index) => (
            <NumberInput
              key={index}
              aria-label={`Share of column ${index + 1}`}
              value={share}
              min={1}
              max={MOST_SHARE}
              allowDecimal={false}
              onChange={(next) => typeof next === 'number' && next > 0 && onChange(cells.with(index, next))}
            />
          ))}
          <Tooltip label="Add a column">
            <ActionIcon
              size={30}
              aria-label="Add a column"
              disabled={cells.length >= MOST_COLUMNS}
              onClick={() => onChange([...cells, cells.at(-1) ?? 1])}
            >
              <IconColumnInsertRight size={15} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Remove the last column; its blocks move into the one before">
            <ActionIcon
              size={30}
              aria-label="Remove the last column"
              disabled={cells.length < 2}
              onClick={() => onChange(cells.slice(0, -1))}
            >
              <IconColumnRemove size={15} />
            </ActionIcon>
          </Tooltip>
        </div>
      </Labelled>
    </>
  )
}
