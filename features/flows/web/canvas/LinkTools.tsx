import { IconArrowsSplit2, IconPlayerTrackNext, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useCanvas } from './CanvasContext.ts'
import css from './links.module.css'

const Tool = ({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) => (
  <button type="button" className={css.plus} aria-label={label} title={label} onClick={onClick}>
    {children}
  </button>
)

type Props = { id: string; hasExit: boolean; isSelected: boolean }

/** What can be done with a link: put a step into it always, the rest where it is chosen. */
export const LinkTools = ({ id, hasExit, isSelected }: Props) => {
  const { insertInto, removeLink, changeExit, sendPast } = useCanvas()
  return (
    <>
      <Tool label="Insert step" onClick={() => insertInto(id)}>
        <IconPlus size={12} stroke={2.4} />
      </Tool>
      {isSelected && hasExit && (
        <Tool label="Choose another exit" onClick={() => changeExit(id)}>
          <IconArrowsSplit2 size={12} />
        </Tool>
      )}
      {isSelected && (
        <>
          <Tool label="Send those who are past it along" onClick={() => sendPast(id)}>
            <IconPlayerTrackNext size={12} />
          </Tool>
          <Tool label="Delete link" onClick={() => removeLink(id)}>
            <IconTrash size={12} />
          </Tool>
        </>
      )}
    </>
  )
}
