import { Modal, Text, TextInput } from '@mantine/core'
import { FormFoot, sentenceOf, told, useGo, useMutate, useSignedIn } from '@millrace/kit/web'
import { IconBrush, IconCode, IconLayoutGrid, IconPilcrow } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type EditorType, UNNAMED } from '../../contract/email.ts'
import { emailCalls as calls } from '../../contract/emailCalls.ts'
import { starterDesign } from '../design/newBlock.ts'
import { SenderSelect, useSenders } from '../parts/SenderSelect.tsx'
import c from './emailList.module.css'
import { ImportHtml } from './ImportHtml.tsx'

const STARTER_TEXT =
  '<p>Hello {{ person.first_name | default: \'there\' }},</p><p></p><p>{{ account.name }} · {{ account.mailing_address }} · <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'

const EDITORS = [
  {
    value: 'unlayer',
    Icon: IconLayoutGrid,
    name: 'Blocks',
    about: 'Rows, columns, pictures and buttons by drag and drop.',
  },
  { value: 'richtext', Icon: IconPilcrow, name: 'Rich text', about: 'Reads like a mail that a person wrote.' },
  { value: 'visual', Icon: IconBrush, name: 'Visual', about: 'MJML by drag and drop, or as its source.' },
  { value: 'preview', Icon: IconCode, name: 'HTML', about: 'Your own markup, pasted or from a file.' },
] as const

const STARTER_MJML = `<mjml><mj-body background-color="#f4f4f6"><mj-section background-color="#ffffff" padding="32px 24px"><mj-column><mj-text font-size="22px" font-family="arial,helvetica,sans-serif">Hello {{ person.first_name | default: 'there' }}</mj-text><mj-text font-size="15px" line-height="1.6" font-family="arial,helvetica,sans-serif">Write what you have to say here.</mj-text><mj-button background-color="#5a55db" border-radius="6px" href="https://example.com">Read more</mj-button></mj-column></mj-section><mj-section><mj-column><mj-text align="center" color="#6b6b78" font-size="12px" font-family="arial,helvetica,sans-serif">{{ account.name }} · {{ account.mailing_address }} · <a href="{{ unsubscribe_url }}">Unsubscribe</a></mj-text></mj-column></mj-section></mj-body></mjml>`

const beginning = (type: EditorType, html: string) => {
  if (type === 'richtext') return { type, state: { html: STARTER_TEXT } }
  if (type === 'visual') return { type, state: { mjml: STARTER_MJML } }
  return type === 'preview' ? { type, state: null, html } : { type, state: starterDesign() }
}

type Props = { onClose: () => void; onMade: (id: number) => Promise<void> }

/** Asks for what an email needs and makes it. */
export default function NewEmail({ onClose, onMade }: Props) {
  const go = useGo()
  const senders = useSenders()
  const { email: own } = useSignedIn()
  const [name, setName] = useState('')
  const [subject, setSubject] = useState('')
  const [from, setFrom] = useState<string>()
  const [type, setType] = useState<EditorType>('unlayer')
  const [html, setHtml] = useState('')
  const create = useMutate(calls.createEmail, {
    invalidates: [calls.listEmails],
    onError: (error) => told.error('Error while creating your email.', sentenceOf(error)),
    onDone: ({ email: { id } }) => void onMade(id).then(() => go(`/emails/${id}`)),
  })
  const address = from ?? senders[0]?.email ?? own
  const sender = senders.find(({ email }) => email === address)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    const body = {
      name: name.trim() || UNNAMED,
      subject: subject.trim(),
      fromEmail: address,
      fromName: sender?.name ?? '',
      editor: beginning(type, html || STARTER_TEXT),
    }
    create.mutate({ body })
  }
  return (
    <Modal opened onClose={onClose} title="New email" size={460}>
      <form onSubmit={submit} className={c.form}>
        <TextInput
          label="Name"
          description="Only you and your team see it."
          placeholder={UNNAMED}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={255}
          data-autofocus
        />
        <TextInput
          label="Subject"
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
          maxLength={500}
          required
        />
        <SenderSelect value={address} onChange={({ email }) => setFrom(email)} label="From" />
        <div>
          <Text size="xs" fw={500} mb={6}>
            Editor
          </Text>
          <div className={c.editors} role="radiogroup" aria-label="Editor">
            {EDITORS.map(({ value, Icon, name: label, about }) => (
              <button
                key={value}
                type="button"
                role="radio"
                aria-checked={type === value}
                className={c.editor}
                onClick={() => setType(value)}
              >
                <Icon size={18} stroke={1.6} aria-hidden />
                <b>{label}</b>
                <small>{about}</small>
              </button>
            ))}
          </div>
        </div>
        {type === 'preview' && <ImportHtml html={html} onHtml={setHtml} />}
        <FormFoot onCancel={onClose} loading={create.isPending} disabled={!subject.trim()}>
          Create email
        </FormFoot>
      </form>
    </Modal>
  )
}
