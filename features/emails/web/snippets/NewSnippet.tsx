import { Modal, Radio, Stack, TextInput } from '@mantine/core'
import { FormFoot, useGo, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import type { SnippetType } from '../../contract/snippet.ts'
import { snippetCalls as calls } from '../../contract/snippetCalls.ts'
import c from '../list/emailList.module.css'

type Props = { onClose: () => void; onMade: (id: number) => Promise<void> }

const BEGINNING: Record<SnippetType, string> = { HTML: '<p></p>', text: '' }

/** Asks for the name and type of a snippet and makes it. */
export default function NewSnippet({ onClose, onMade }: Props) {
  const go = useGo()
  const [name, setName] = useState('')
  const [type, setType] = useState<SnippetType>('HTML')
  const create = useMutate(calls.createSnippet, {
    invalidates: [calls.listSnippets],
    onDone: ({ snippet: { id } }) => void onMade(id).then(() => go(`/emails?view=Snippet&snippet=${id}`)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending && name.trim()) create.mutate({ body: { name: name.trim(), type, content: BEGINNING[type] } })
  }
  return (
    <Modal opened onClose={onClose} title="New snippet" size={460}>
      <form onSubmit={submit} className={c.form}>
        <TextInput
          label="Name"
          description="Its merge tag is made of this name."
          placeholder="Signature"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={255}
          data-autofocus
          required
        />
        <Radio.Group label="Type" value={type} onChange={(next) => setType(next as SnippetType)}>
          <Stack gap={8} mt={6}>
            <Radio value="HTML" label="HTML" description="Words, links, pictures, buttons: for the body of emails." />
            <Radio value="text" label="Text" description="Plain words: for subjects, previews and bodies." />
          </Stack>
        </Radio.Group>
        <FormFoot onCancel={onClose} loading={create.isPending} disabled={!name.trim()}>
          Create snippet
        </FormFoot>
      </form>
    </Modal>
  )
}
