import { IconArrowsSplit2, IconPlayerTrackNext, IconPlus, IconTrash } from '@tabler/icons-react'
import { useCanvas } from './CanvasContext.ts'
import css from './canvas.module.css'

type Props = { id: string; hasExit: boolean; isSelected: boolean }

/** What can be done with a link: put a step into it always, the rest where it is chosen. */
export const LinkTools = ({ id, hasExit, isSelected }: Props) => {
  const { insertInto, removeLink, changeExit, sendPast } = useCanvas()
  return (
    <>
      <button type="button" className={css.plus} aria-label="Insert step" onClick={() => insertInto(id)}>
        <IconPlus size={12} stroke={2.4} />
      </button>
      {isSelected && hasExit && (
        <button
          type="button"
          className={css.plus}
          aria-label="Choose another exit"
          title="Choose another exit"
          onClick={() => changeExit(id)}
        >
          <IconArrowsSplit2 size={12} />
        </button>
      )}
      {isSelected && (
        <>
          <button
            type="button"
            className={css.plus}
            aria-label="Send those who are past it along"
            title="Send those who are past it along"
            onClick={() => sendPast(id)}
          >
            <IconPlayerTrackNext size={12} />
          </button>
          <button type="button" className={css.plus} aria-label="Delete link" onClick={() => removeLink(id)}>
            <IconTrash size={12} />
          </button>
        </>
      )}
    </>
  )
}
