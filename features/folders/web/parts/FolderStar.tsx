import { useFolderScope } from '../useFolders.ts'
import css from './parts.module.css'
import { Star } from './Star.tsx'

/** The star beside an item's name: a favorite or not, and a press changes it. Faint until the row is pointed at. */
export const FolderStar = ({ id, name }: { id: string | number; name: string }) => {
  const { isFavorite, toggleFavorite, mayWrite } = useFolderScope()
  const isOn = isFavorite(id)
  if (!mayWrite) return isOn ? <Star className={css.fixedStar} label="Favorite" /> : null
  return (
    <button
      type="button"
      className={css.star}
      aria-pressed={isOn}
      aria-label={`Favorite ${name}`}
      onClick={(event) => {
        event.stopPropagation()
        toggleFavorite(id)
      }}
    >
      <Star />
    </button>
  )
}
