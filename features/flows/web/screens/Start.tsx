import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import css from './flow.module.css'

/** What an empty canvas says. */
export const Start = ({ onAdd }: { onAdd: (() => void) | undefined }) => (
  <div className={css.start}>
    <div>
      <h2>What starts this flow?</h2>
      <p>
        A trigger brings people in: something they do, a tag that they get, a segment that they enter. What follows,
        happens by itself.
      </p>
      {onAdd && (
        <Button leftSection={<IconPlus size={15} />} onClick={onAdd}>
          Choose a trigger
        </Button>
      )}
    </div>
  </div>
)
