import { Button } from '@mantine/core'
import css from './inspector.module.css'

type Props = { who: string; isClash: boolean; onKeep(): void; onTake(): void }

/** Says that somebody else is at the same step, or that they changed it while this member did. */
export const Clash = ({ who, isClash, onKeep, onTake }: Props) => {
  if (!isClash) return who ? <p className={css.others}>{who} has this step open too.</p> : null
  return (
    <div className={css.clash} role="alert">
      <p>
        {who || 'Somebody else'} changed this step while you did. Nothing is written over until you say which counts.
      </p>
      <Button size="xs" variant="default" onClick={onTake}>
        Take theirs
      </Button>
      <Button size="xs" onClick={onKeep}>
        Keep mine
      </Button>
    </div>
  )
}
