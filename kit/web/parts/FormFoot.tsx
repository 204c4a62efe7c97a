import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  onCancel: () => void
  loading?: boolean
  disabled?: boolean
  /** Of what the form does: red where it cannot be undone. */
  color?: string | undefined
  /** Room above, where the form itself leaves none. */
  mt?: 'lg'
  /** What the form does: "Save". */
  children: ReactNode
}

/** The last line of a form in a dialog: to leave it, and to send it. */
export const FormFoot = ({ onCancel, loading = false, disabled = false, color, mt, children }: Props) => (
  <Group justify="flex-end" gap="sm" mt={mt}>
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
    <Button type="submit" loading={loading} disabled={disabled} color={color}>
      {children}
    </Button>
  </Group>
)
