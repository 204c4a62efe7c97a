import { Modal, Text, Textarea } from '@mantine/core'
import { FormFoot, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { accountsContract } from '../../contract/index.ts'

type Props = { accountId: number; name: string; isPaused: boolean; onClose: () => void }

const SHOWN = [accountsContract.listAllAccounts, accountsContract.administeredAccount, accountsContract.accountIssues]

/** Asks why an account's sending is paused or resumed, and does it. */
export const PauseSending = ({ accountId, name, isPaused, onClose }: Props) => {
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const about = { invalidates: SHOWN, onDone: onClose }
  const pause = useMutate(accountsContract.pauseMail, { ...about, success: 'Sending is paused.' })
  const resume = useMutate(accountsContract.resumeMail, { ...about, success: 'Sending goes on.' })
  const said = reason.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isPaused) resume.mutate({ params: { id: accountId }, query: { ...(said && { reason: said }) } })
    else if (said) pause.mutate({ params: { id: accountId }, body: { reason: said } })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={isPaused ? `Resume sending of ${name}?` : `Pause sending of ${name}?`}
      size={460}
    >
      <form onSubmit={submit} noValidate>
        <Text size="sm" c="dimmed" mb="md">
          {isPaused
            ? 'What waits leaves now, as fast as its sending rules allow.'
            : 'What is due waits until sending is resumed; mail that is on its way to a server is finished. Its members see that sending is paused.'}
        </Text>
        <Textarea
          label="Reason"
          description="Kept with the account, for administrators."
          withAsterisk={!isPaused}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
          value={reason}
          error={isChecked && !isPaused && !said && 'Please say why.'}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormFoot
          onCancel={onClose}
          color={isPaused ? 'iris' : 'red'}
          loading={pause.isPending || resume.isPending}
          mt="lg"
        >
          {isPaused ? 'Resume sending' : 'Pause sending'}
        </FormFoot>
      </form>
    </Modal>
  )
}
