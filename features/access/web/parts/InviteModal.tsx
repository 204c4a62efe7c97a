import { Button, Collapse, Modal, Stack, TextInput } from '@mantine/core'
import { allows, DEFAULT_SCOPES, SCOPES, type Scope } from '@millrace/kit/contract'
import { FormFoot, issuesByField, sentenceOf, useMutate, useSignedIn } from '@millrace/kit/web'
import { type FormEvent, useState } from 'react'
import { accessContract } from '../../contract/index.ts'
import { EntranceAlert } from './Entrance.tsx'
import { ScopeEditor } from './ScopeEditor.tsx'

/** The choices as calls take them. */
export const choicesOf = (value: ReadonlySet<Scope>): { id: Scope; enabled: boolean }[] =>
  SCOPES.map((id) => ({ id, enabled: value.has(id) }))

const Form = ({ onClose }: { onClose: () => void }) => {
  const signedIn = useSignedIn()
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState(
    () => new Set(DEFAULT_SCOPES.filter((scope) => signedIn.isOwner || signedIn.scopes.has(scope))),
  )
  const [isOpen, setOpen] = useState(false)
  const invite = useMutate(accessContract.inviteTeamMember, {
    invalidates: [accessContract.listTeamMembers],
    success: ({ teamMember }) => `${teamMember.email} is invited.`,
    onError: true,
    onDone: onClose,
  })
  const issues = issuesByField(invite.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    invite.mutate({ body: { email, name, scopes: choicesOf(scopes) } })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        {invite.error && !issues.email && <EntranceAlert tone="bad">{sentenceOf(invite.error)}</EntranceAlert>}
        <TextInput
          label="Email"
          type="email"
          data-autofocus
          value={email}
          error={issues.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextInput
          label="Name"
          description="Optional; members can change it themselves."
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div>
          <Button variant="subtle" size="xs" ml={-10} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide permissions' : `May do ${scopes.size} of ${SCOPES.length} things · change`}
          </Button>
          <Collapse expanded={isOpen} mt="sm">
            <ScopeEditor value={scopes} onChange={setScopes} mayChange={(scope) => allows(signedIn, [scope])} />
          </Collapse>
        </div>
        <FormFoot onCancel={onClose} loading={invite.isPending} disabled={!email.trim()}>
          Send invitation
        </FormFoot>
      </Stack>
    </form>
  )
}

/** Invites somebody to the account by mail. */
export default function InviteModal({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Invite a team member" size={480}>
      <Form onClose={onClose} />
    </Modal>
  )
}
