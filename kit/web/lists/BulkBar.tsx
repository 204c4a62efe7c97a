import { IconX } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
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

type ButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type'> & { icon?: ReactNode }

/** A button of the bulk bar; on narrow screens its words are there for those who hear them. */
export const BulkButton = ({ icon, children, ...button }: ButtonProps) => (
  <button type="button" {...button} className={css.bulkButton}>
    {icon}
    <span data-beside={icon ? true : undefined}>{children}</span>
  </button>
)
