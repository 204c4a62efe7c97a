import { Button, Tooltip } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'

type Props = {
  /** To whom the file goes, or why there is none. */
  says: string
  isOff: boolean
  isPending: boolean
  onSave: () => void
}

/** The button that has what is listed mailed as a file. Switched off it can still be asked why. */
export const SaveAsCsv = ({ says, isOff, isPending, onSave }: Props) => (
  <Tooltip label={says}>
    <Button
      variant="default"
      leftSection={<IconMailForward size={15} stroke={1.7} aria-hidden />}
      loading={isPending}
      data-disabled={isOff || undefined}
      aria-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff) onSave()
      }}
    >
      Save as CSV
    </Button>
  </Tooltip>
)
