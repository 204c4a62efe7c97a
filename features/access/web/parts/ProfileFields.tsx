import { Button, Group, TextInput } from '@mantine/core'
import type { Result } from '@millrace/kit/contract'
import { Banner, FormRow, issuesByField, sentenceOf, useMutate } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { accessContract } from '../../contract/index.ts'
import { PasswordField } from './PasswordField.tsx'

type Member = Result<typeof accessContract.ownTeamMember>['teamMember']

const SHOWN = [accessContract.ownTeamMember, accessContract.listTeamMembers]

/** One's own name. */
export const NameField = ({ member, onSaved }: { member: Member; onSaved: () => void }) => {
  const [name, setName] = useState(member.name)
  const save = useMutate(accessContract.updateTeamMember, {
    invalidates: SHOWN,
    success: 'Name saved.',
    onDone: ({ teamMember }) => {
      setName(teamMember.name)
      onSaved()
    },
  })
  const isChanged = name.trim() !== '' && name.trim() !== member.name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged) save.mutate({ params: { id: member.id }, body: { name } })
  }
  return (
    <FormRow label="Name" help="Shown to your team.">
      {(id) => (
        <form onSubmit={submit}>
          <Group gap="sm" wrap="nowrap">
            <TextInput
              id={id}
              autoComplete="name"
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              style={{ flex: 1 }}
            />
            <Button type="submit" variant="default" disabled={!isChanged} loading={save.isPending}>
              Save
            </Button>
          </Group>
        </form>
      )}
    </FormRow>
  )
}

const EmailForm = ({ id, member }: { id: string; member: Member }) => {
  const [email, setEmail] = useState(member.email)
  const [password, setPassword] = useState('')
  const save = useMutate(accessContract.updateTeamMember, {
    invalidates: SHOWN,
    success: 'Look into your mail and confirm the new address.',
    onError: true,
    onDone: () => setPassword(''),
  })
  const isChanged = email.trim() !== '' && email.trim().toLowerCase() !== member.email.toLowerCase()
  const issues = issuesByField(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged) save.mutate({ params: { id: member.id }, body: { email, password } })
  }
  const problem = save.error && !issues.password ? sentenceOf(save.error) : undefined
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        id={id}
        type="email"
        autoComplete="email"
        value={email}
        error={problem}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {isChanged && (
        <Group gap="sm" mt="sm" align="flex-end" wrap="nowrap">
          <div style={{ flex: 1 }}>
            <PasswordField
              label="Your password"
              value={password}
              error={issues.password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </div>
          <Button type="submit" loading={save.isPending} mb={issues.password ? 22 : 0}>
            Change email
          </Button>
        </Group>
      )}
    </form>
  )
}

/** One's own address: a new one counts once it is confirmed. */
export const EmailField = ({ member }: { member: Member }) => (
  <>
    <FormRow label="Email" help="You log in with it.">
      {(id) => <EmailForm key={member.email} id={id} member={member} />}
    </FormRow>
    {member.pendingEmail && (
      <Banner tone="info">
        <b>{member.pendingEmail}</b> waits for its confirmation. Open the link that we have sent to it.
      </Banner>
    )}
  </>
)
