import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import css from './lists.module.css'
import { readSort, type Sort } from './sorting.ts'

type Props = { by: string; title: string; sort: Sort | undefined; onPress: () => void }

/** The button in a column's head that sorts by it. */
export const SortHead = ({ by, title, sort, onPress }: Props) => {
  const now = readSort(sort)
  const isOn = now?.by === by
  const Arrow = now?.isDown ? IconArrowDown : IconArrowUp
  return (
    <button type="button" className={css.sort} data-on={isOn || undefined} onClick={onPress}>
      {title}
      {isOn && <Arrow size={13} stroke={2} aria-hidden />}
    </button>
  )
}

/** What `aria-sort` says of a column. */
export const ariaSort = (sort: Sort | undefined, by: string): 'ascending' | 'descending' | undefined => {
  const now = readSort(sort)
  if (now?.by !== by) return undefined
  return now.isDown ? 'descending' : 'ascending'
}
