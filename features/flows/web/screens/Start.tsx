import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useFlowKind } from '../kind/flowKind.ts'
import css from './flow.module.css'

/** What an empty canvas says. */
export const Start = ({ onAdd }: { onAdd: (() => void) | undefined }) => {
  const { isOfPeople, words } = useFlowKind()
  return (
    <div className={css.start}>
      <div>
        <h2>What starts this flow?</h2>
        <p>
          {isOfPeople
            ? 'A trigger brings people in: something they do, a tag that they get, a segment that they enter.'
            : `A trigger brings ${words.many} in: a field that changes, a segment that they enter, a date that comes.`}{' '}
          What follows, happens by itself.
        </p>
        {onAdd && (
          <Button leftSection={<IconPlus size={15} />} onClick={onAdd}>
            Choose a trigger
          </Button>
        )}
      </div>
    </div>
  )
}
