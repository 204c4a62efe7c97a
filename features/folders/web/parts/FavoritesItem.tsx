import { RailItem } from '@millrace/kit/web'
import { useState } from 'react'
import { useDragged } from '../drag.ts'
import { FAVORITES, useFolderScope } from '../useFolders.ts'
import css from './parts.module.css'
import { Star } from './Star.tsx'

/** The favorites in a rail; what is dropped on them becomes one. */
export const FavoritesItem = ({ isOn, onClick }: { isOn?: boolean; onClick?: () => void }) => {
  const { kind, tree, chosen, choose, saves, mayWrite } = useFolderScope()
  const dragged = useDragged()
  const [isOver, setOver] = useState(false)
  const takes = mayWrite && dragged?.kind === kind && !dragged.folderId
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the star of each row does the same by keyboard
    <div
      className={css.target}
      data-drop={(takes && isOver) || undefined}
      onDragOver={(event) => {
        if (!takes) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        if (takes) saves.favor(dragged.ids)
      }}
    >
      <RailItem
        icon={<Star size={16} />}
        label="Favorites"
        {...(tree?.favorites && { count: tree.favorites.childrenIds.length })}
        isOn={isOn ?? chosen === FAVORITES}
        onClick={onClick ?? (() => choose(FAVORITES))}
      />
    </div>
  )
}
