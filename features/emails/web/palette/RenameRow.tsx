import { Modal, Stack, TextInput } from '@mantine/core'
import { FormFoot, useMutate } from '@millrace/kit/web'
import { useState } from 'react'
import type { SavedRow } from '../../contract/savedRow.ts'
import { savedRowCalls as calls } from '../../contract/savedRowCalls.ts'

/** Asks for another name of a saved row. */
export const RenameRow = ({ saved, onClose }: { saved: SavedRow; onClose: () => void }) => {
  const [name, setName] = useState(saved.name)
  const update = useMutate(calls.updateSavedRow, { invalidates: [calls.listSavedRows], onDone: onClose })
  return (
    <Modal opened onClose={onClose} title="Rename this row" size={420}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (name.trim()) update.mutate({ params: { id: saved.id }, body: { name: name.trim() } })
        }}
      >
        <Stack gap={16}>
          <TextInput
            label="Name"
            value={name}
            maxLength={255}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <FormFoot onCancel={onClose} disabled={!name.trim()} loading={update.isPending}>
            Rename
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
