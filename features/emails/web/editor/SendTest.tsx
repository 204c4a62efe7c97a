import { Modal, TagsInput, Text } from '@mantine/core'
import { type ApiError, FormFoot, sentenceOf, useMutate, useSignedIn } from '@millrace/kit/web'
import { PersonSelect } from '@millrace/people/web'
import { type FormEvent, useState } from 'react'
import { type EmailContent, MOST_TEST_ADDRESSES } from '../../contract/email.ts'
import { emailCalls as calls } from '../../contract/emailCalls.ts'

type Props = { emailId: number; content: EmailContent; onClose: () => void }

/** Sends the mail as it stands to a few addresses. */
export default function SendTest({ emailId, content, onClose }: Props) {
  const { email: own } = useSignedIn()
  const [sendTo, setSendTo] = useState<string[]>([own])
  const [personId, setPersonId] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const test = useMutate(calls.sendTestEmail, {
    success: ({ message }) => message,
    onDone: onClose,
    onError: (error: ApiError) => setProblem(sentenceOf(error, 'Error while sending test email.')),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(undefined)
    if (!test.isPending)
      test.mutate({ body: { email: { id: emailId, ...content }, sendTo, ...(personId && { personId }) } })
  }
  return (
    <Modal opened onClose={onClose} title="Send a test" size={440}>
      <form onSubmit={submit} style={{ display: 'grid', gap: 14 }}>
        <TagsInput
          label="To"
          description={`Up to ${MOST_TEST_ADDRESSES} addresses.${content.cc || content.bcc ? ' Those of Cc and Bcc get no test.' : ''}`}
          placeholder={sendTo.length ? '' : 'you@yourcompany.com'}
          value={sendTo}
          onChange={setSendTo}
          maxTags={MOST_TEST_ADDRESSES}
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          // There is nothing to choose from, and Escape would close that nothing first.
          openOnFocus={false}
          data-autofocus
        />
        <PersonSelect label="Filled as for" personId={personId} onChange={setPersonId} />
        {problem && (
          <Text size="sm" c="var(--neg)" role="alert">
            {problem}
          </Text>
        )}
        <FormFoot onCancel={onClose} loading={test.isPending} disabled={!sendTo.length}>
          Send test
        </FormFoot>
      </form>
    </Modal>
  )
}
