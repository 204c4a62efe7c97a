import { Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { FormFoot, plural, useSignedIn } from '@millrace/kit/web'
import { useState } from 'react'
import { EXPORT_DAYS } from '../../contract/index.ts'

/** What is asked of whoever exports: `title` says what. */
export type ExportDialogProps = {
  title: string
  /** How many columns the list shows; without it all fields are written. */
  columns: number | undefined
  isBusy: boolean
  refusal: string | undefined
  onExport: (to: string, what: 'all' | 'shown') => void
  onClose: () => void
}

/** Asks what to write to a file and whom to mail its link to. */
export default function ExportDialog({ title, columns, isBusy, refusal, onExport, onClose }: ExportDialogProps) {
  const [email, setEmail] = useState(useSignedIn().email)
  const [what, setWhat] = useState<'all' | 'shown'>('all')
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onExport(email.trim(), what)
        }}
      >
        <Stack gap={16}>
          <Text size="sm" c="dimmed">
            A CSV file for spreadsheets and for imports. You get a link to it by mail, which works for {EXPORT_DAYS}{' '}
            days.
          </Text>
          {columns !== undefined && (
            <Radio.Group
              label="What to write"
              value={what}
              onChange={(value) => setWhat(value === 'shown' ? 'shown' : 'all')}
            >
              <Stack gap={6} mt={6}>
                <Radio value="all" label="All fields" />
                <Radio value="shown" label={`The ${plural(columns, 'column')} of this list`} />
              </Stack>
            </Radio.Group>
          )}
          <TextInput
            label="Email the link to"
            type="email"
            required
            value={email}
            error={refusal}
            onChange={(event) => setEmail(event.currentTarget.value)}
            data-autofocus
          />
          <FormFoot onCancel={onClose} loading={isBusy} disabled={!email.trim()}>
            Export
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
