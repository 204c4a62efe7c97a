import type { CSSProperties } from 'react'
import { draggable } from '../drag.ts'
import { FolderStar } from '../parts/FolderStar.tsx'
import { useFolderScope } from '../useFolders.ts'
import type { PanelProps } from './PanelProps.ts'
import css from './panel.module.css'

type Props = { id: string; level: number; itemOf: NonNullable<PanelProps['itemOf']>; onChosen: () => void }

/** An item in the tree of a list whose rail is the list. */
export const ItemLine = ({ id, level, itemOf, onChosen }: Props) => {
  const { kind, mayWrite } = useFolderScope()
  const item = itemOf(id)
  if (!item) return null
  const { label, icon, count, isOn, onClick } = item
  return (
    <li>
      <div
        className={css.line}
        style={{ '--level': level } as CSSProperties}
        data-line={`item ${id}`}
        data-on={isOn || undefined}
        {...(mayWrite && draggable(() => ({ kind, ids: [id], words: label })))}
      >
        <button
          type="button"
          data-name
          className={css.name}
          title={label}
          aria-current={isOn || undefined}
          onClick={() => {
            onClick()
            onChosen()
          }}
        >
          {icon}
          <span className={css.label}>{label}</span>
          <span className={css.count}>{count}</span>
        </button>
        <span className={css.end}>
          <FolderStar id={id} name={label} />
        </span>
      </div>
    </li>
  )
}
