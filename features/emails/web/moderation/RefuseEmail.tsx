import { Modal, Text, Textarea } from '@mantine/core'
import { FormFoot } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'

type Props = { name: string; held: string; isBusy: boolean; onRefuse: (reason: string) => void; onClose: () => void }

/** Asks why an email is refused; its writers read it. */
export const RefuseEmail = ({ name, held, isBusy, onRefuse, onClose }: Props) => {
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const said = reason.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (said) onRefuse(said)
  }
  return (
    <Modal opened onClose={onClose} title={`Refuse “${name}”?`} size={460}>
      <form onSubmit={submit} noValidate>
        <Text size="sm" c="dimmed" mb="md">
          {held} It waits for another look when it is written anew. Whoever writes it, and the owner of the account, are
          told.
        </Text>
        <Textarea
          label="Reason"
          description="They read it at the email and in a mail: say what has to change."
          withAsterisk
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
          value={reason}
          error={isChecked && !said && 'Please say why.'}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormFoot onCancel={onClose} color="red" loading={isBusy} mt="lg">
          Refuse the email
        </FormFoot>
      </form>
    </Modal>
  )
}
