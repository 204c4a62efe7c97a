import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { FormFoot, issuesByField, sentenceOf, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { suppressionCalls as calls } from '../../contract/suppressionCalls.ts'

/** Puts one address on the list. */
export default function AddSuppression({ onClose }: { onClose: () => void }) {
  const [address, setAddress] = useState('')
  const [detail, setDetail] = useState('')
  const add = useMutate(calls.addSuppression, {
    invalidates: [calls.listSuppressions],
    success: ({ suppression }) => `${suppression.address} is not written to any more.`,
    onError: true,
    onDone: onClose,
  })
  const issues = add.error ? issuesByField(add.error) : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (address.trim()) add.mutate({ body: { address, detail } })
  }
  return (
    <Modal opened onClose={onClose} title="Suppress an address">
      <form onSubmit={submit} noValidate>
        <Stack gap={14}>
          <TextInput
            label="Address"
            type="email"
            data-autofocus
            placeholder="ada@example.com"
            value={address}
            error={issues.address ?? (add.error ? sentenceOf(add.error) : undefined)}
            onChange={(event) => {
              setAddress(event.currentTarget.value)
              add.reset()
            }}
          />
          <TextInput
            label="Why"
            description="For whoever looks here later."
            maxLength={500}
            value={detail}
            onChange={(event) => setDetail(event.currentTarget.value)}
          />
          <Text fz={12.5} c="dimmed">
            Nothing is sent to the address from now on, in running flows too.
          </Text>
          <FormFoot onCancel={onClose} loading={add.isPending} disabled={!address.trim()}>
            Suppress
          </FormFoot>
        </Stack>
      </form>
    </Modal>
  )
}
