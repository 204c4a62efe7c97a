import { Modal, Stack, TextInput } from '@mantine/core'
import { FormFoot } from '@millrace/kit/web'
import { useState } from 'react'

type Props = {
  title: string
  /** What it is called so far. */
  first?: string
  description?: string
  submit: string
  isBusy: boolean
  onName: (name: string) => void
  onClose: () => void
}

/** Asks what a saved row is to be called. It stands in the editor's own form, which must not hear of it. */
export const RowNameDialog = ({ title, first = '', description, submit, isBusy, onName, onClose }: Props) => {
  const [text, setText] = useState(first)
  const name = text.trim()
  return (
    <Modal opened onClose={onClose} title={title} size={420}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (name) onName(name)
        }}
      >
        <Stack gap={16}>
          <TextInput
            label="Name"
            description={description}
            value={text}
            maxLength={255}
            data-autofocus
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <FormFoot onCancel={onClose} disabled={!name} loading={isBusy}>
            {submit}
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
