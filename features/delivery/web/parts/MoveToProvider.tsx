import { Modal, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { FormFoot, sentenceOf, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { providerCalls as calls, type OwnSendGrid, type OwnSes } from '../../contract/providerCalls.ts'
import { type MovedTo, NAMES } from './providerNames.ts'

type Field = {
  name: string
  label: string
  description?: string
  placeholder?: string
  isNeeded?: true
  isSecret?: true
}

const FIELDS: Record<MovedTo, readonly Field[]> = {
  ses: [
    { name: 'region', label: 'Region', placeholder: 'eu-west-1', isNeeded: true },
    { name: 'accessKey', label: 'Access key', isNeeded: true },
    { name: 'secretKey', label: 'Secret key', isNeeded: true, isSecret: true },
    { name: 'configurationSet', label: 'Configuration set', description: 'Which events SES tells.' },
    { name: 'topic', label: 'SNS topic', description: 'Its ARN: the events come by it.', placeholder: 'arn:aws:sns:…' },
  ],
  sendgrid: [
    { name: 'apiKey', label: 'API key', isNeeded: true, isSecret: true },
    { name: 'webhookKey', label: 'Verification key', description: 'Of its event webhook, as SendGrid shows it.' },
  ],
}

const useMove = (to: MovedTo, onDone: () => void, onError: (sentence: string) => void) => {
  const about = {
    invalidates: [calls.getMailProvider],
    success: `Its mail leaves by ${NAMES[to]} now.`,
    onDone,
    onError: (error: Error) => onError(sentenceOf(error)),
  }
  const ses = useMutate(calls.moveToSes, about)
  const sendGrid = useMutate(calls.moveToSendGrid, about)
  const move = (id: number, own: Record<string, string> | undefined) => {
    if (to === 'ses') ses.mutate({ params: { id }, body: own as OwnSes | undefined })
    else sendGrid.mutate({ params: { id }, body: own as OwnSendGrid | undefined })
  }
  return { move, isBusy: ses.isPending || sendGrid.isPending }
}

/** Moves an account's mail to a provider, with the credentials that are there or with its own. */
export const MoveToProvider = ({ accountId, to, onClose }: { accountId: number; to: MovedTo; onClose: () => void }) => {
  const [isOwn, setOwn] = useState(false)
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [isChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { move, isBusy } = useMove(to, onClose, setProblem)
  const given = (name: string) => (typed[name] ?? '').trim()
  const missing = ({ name, isNeeded }: Field) => isNeeded === true && !given(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    setProblem(undefined)
    if (!isOwn) move(accountId, undefined)
    else if (!FIELDS[to].some(missing))
      move(accountId, Object.fromEntries(FIELDS[to].flatMap(({ name }) => (given(name) ? [[name, given(name)]] : []))))
  }
  return (
    <Modal opened onClose={onClose} title={`Send by ${NAMES[to]}`} size={480}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <SegmentedControl
            fullWidth
            aria-label="Whose credentials"
            data={[
              { value: 'kept', label: 'Credentials that are there' },
              { value: 'own', label: 'Other ones of its own' },
            ]}
            value={isOwn ? 'own' : 'kept'}
            onChange={(value) => setOwn(value === 'own')}
          />
          {!isOwn && (
            <Text size="sm" c="dimmed">
              Its own ones where it was there before, else the installation's.
            </Text>
          )}
          {isOwn &&
            FIELDS[to].map((field) => {
              const Input = field.isSecret ? PasswordInput : TextInput
              return (
                <Input
                  key={field.name}
                  label={field.label}
                  description={field.description}
                  placeholder={field.placeholder}
                  withAsterisk={field.isNeeded}
                  autoComplete="off"
                  maxLength={1000}
                  value={typed[field.name] ?? ''}
                  error={isChecked && missing(field) && 'Needed.'}
                  onChange={(event) => setTyped({ ...typed, [field.name]: event.currentTarget.value })}
                />
              )
            })}
          {problem && (
            <Text size="sm" c="red" role="alert">
              {problem}
            </Text>
          )}
        </Stack>
        <FormFoot onCancel={onClose} loading={isBusy} mt="lg">
          Move the account
        </FormFoot>
      </form>
    </Modal>
  )
}
