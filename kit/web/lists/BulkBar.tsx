import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { count } from '../format.ts'
import css from './lists.module.css'

type Props = { selected: number; onClear: () => void; children: ReactNode }

/** What can be done with the chosen rows; floats at the foot of the list while any is chosen. */
export const BulkBar = ({ selected, onClear, children }: Props) => {
  if (selected === 0) return null
  return (
    <div className={css.bulk} role="toolbar" aria-label="With the selected rows" data-mantine-color-scheme="dark">
      <span className={css.bulkCount} role="status">
        {count(selected)} selected
      </span>
      {children}
      <button type="button" className={css.bulkClear} onClick={onClear} aria-label="Clear the selection">
        <IconX size={15} stroke={1.8} aria-hidden />
      </button>
    </div>
  )
}

type ButtonProps = { icon?: ReactNode; onClick: () => void; children: ReactNode; disabled?: boolean }

/** A button of the bulk bar. */
export const BulkButton = ({ icon, onClick, children, disabled = false }: ButtonProps) => (
  <button type="button" className={css.bulkButton} onClick={onClick} disabled={disabled}>
    {icon}
    {children}
  </button>
)
