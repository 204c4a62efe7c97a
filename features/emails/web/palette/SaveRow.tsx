import { Modal, Stack, TextInput } from '@mantine/core'
import { FormFoot, useMutate } from '@millrace/kit/web'
import { useState } from 'react'
import type { DesignRow } from '../../contract/design.ts'
import { savedRowCalls as calls } from '../../contract/savedRowCalls.ts'

/** Asks for a name and keeps a row under it. */
const SaveRow = ({ row, onClose }: { row: DesignRow; onClose: () => void }) => {
  const [name, setName] = useState('')
  const create = useMutate(calls.createSavedRow, {
    invalidates: [calls.listSavedRows],
    success: 'Row saved.',
    onDone: onClose,
  })
  return (
    <Modal opened onClose={onClose} title="Save this row" size={420}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (name.trim()) create.mutate({ body: { name: name.trim(), row } })
        }}
      >
        <Stack gap={16}>
          <TextInput
            label="Name"
            description="It stands under Rows then, for every email. Emails get copies: changing one changes no other."
            value={name}
            maxLength={255}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormFoot onCancel={onClose} disabled={!name.trim()} loading={create.isPending}>
            Save row
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}

export default SaveRow
