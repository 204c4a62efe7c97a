import { Button, Stack } from '@mantine/core'
import { EntranceAlert } from '@millrace/access/web'
import type { ReactNode } from 'react'

type Props = {
  button: string
  isBusy: boolean
  isReady: boolean
  problem?: ReactNode
  onSave: () => void
  note?: ReactNode
  children: ReactNode
}

/** The form of one step: what is asked, and the button that goes on. */
export const StepForm = ({ button, isBusy, isReady, problem, onSave, note, children }: Props) => (
  <form
    noValidate
    onSubmit={(event) => {
      event.preventDefault()
      if (isReady) onSave()
    }}
  >
    {problem && <EntranceAlert tone="bad">{problem}</EntranceAlert>}
    <Stack gap={18}>
      {children}
      <Button type="submit" size="md" fullWidth loading={isBusy} disabled={!isReady}>
        {button}
      </Button>
      {note}
    </Stack>
  </form>
)
