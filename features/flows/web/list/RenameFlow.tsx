import { Modal, TextInput } from '@mantine/core'
import { FormFoot, useMutate } from '@millrace/kit/web'
import { useState } from 'react'
import { flowsContract as calls } from '../../contract/index.ts'

/** Gives a flow of the list another name. */
export default function RenameFlow({ id, before, onClose }: { id: number; before: string; onClose(): void }) {
  const [name, setName] = useState(before)
  const save = useMutate(calls.updateFlow, { invalidates: [calls.listFlows, calls.getFlow], onDone: onClose })
  return (
    <Modal opened onClose={onClose} title="Rename flow" size={420}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending && name.trim()) save.mutate({ params: { id }, body: { name: name.trim() } })
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          maxLength={255}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormFoot onCancel={onClose} disabled={!name.trim()} loading={save.isPending} mt="lg">
          Rename
        </FormFoot>
      </form>
    </Modal>
  )
}
