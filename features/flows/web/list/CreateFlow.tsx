import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { useGo, useMutate } from '@millrace/kit/web'
import { useState } from 'react'
import { flowsContract as calls, UNNAMED_FLOW } from '../../contract/index.ts'

/** Makes a flow by its name, and opens it. */
export default function CreateFlow({ onClose, onMade }: { onClose(): void; onMade(id: number): Promise<void> }) {
  const [name, setName] = useState('')
  const go = useGo()
  const create = useMutate(calls.createFlow, {
    invalidates: [calls.listFlows],
    onDone: ({ integration: { id } }) => void onMade(id).then(() => go(`/flows/${id}`)),
  })
  return (
    <Modal opened onClose={onClose} title="New flow">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!create.isPending) create.mutate({ body: { name: name.trim() || UNNAMED_FLOW } })
        }}
      >
        <Stack gap={14}>
          <TextInput
            label="Name"
            placeholder={UNNAMED_FLOW}
            data-autofocus
            value={name}
            maxLength={255}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" loading={create.isPending}>
            Create flow
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
