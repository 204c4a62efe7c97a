import { Button, Group } from '@mantine/core'
import { allows, type Result, SCOPES, type Scope } from '@millrace/kit/contract'
import { askFirst, Banner, Drawer, PersonAvatar, useMay, useMutate, useSignedIn } from '@millrace/kit/web'
import { useState } from 'react'
import { accessContract } from '../../contract/index.ts'
import { choicesOf } from './InviteModal.tsx'
import { ScopeEditor } from './ScopeEditor.tsx'

type Member = Result<typeof accessContract.listTeamMembers>['teamMembers'][number]

const heldBy = ({ scopes }: Member) => new Set(scopes.filter(({ enabled }) => enabled).map(({ id }) => id))

const same = (a: ReadonlySet<Scope>, b: ReadonlySet<Scope>) => SCOPES.every((scope) => a.has(scope) === b.has(scope))

const useRemove = (member: Member, onClose: () => void) => {
  const remove = useMutate(accessContract.removeTeamMember, {
    invalidates: [accessContract.listTeamMembers],
    success: `${member.name || member.email} is removed.`,
    onDone: onClose,
  })
  return async () => {
    const isSure = await askFirst({
      title: `Remove ${member.name || member.email}?`,
      children: 'They lose access to this account at once. What they made stays.',
      confirm: 'Remove',
      danger: true,
    })
    if (isSure) remove.mutate({ params: { id: member.id } })
  }
}

/** What one member may do, with a way to change it and to remove him. */
export default function MemberDrawer({ member, onClose }: { member: Member; onClose: () => void }) {
  const signedIn = useSignedIn()
  const mayChange = useMay('team:write') && !member.isOwner
  const [scopes, setScopes] = useState(() => heldBy(member))
  const save = useMutate(accessContract.updateTeamMember, {
    invalidates: [accessContract.listTeamMembers],
    success: 'Permissions saved.',
    onDone: onClose,
  })
  const remove = useRemove(member, onClose)
  const foot = mayChange && (
    <Group justify="space-between" style={{ flex: 1 }}>
      <Button variant="subtle" color="red" onClick={() => void remove()}>
        Remove
      </Button>
      <Button
        loading={save.isPending}
        disabled={same(scopes, heldBy(member))}
        onClick={() => save.mutate({ params: { id: member.id }, body: { scopes: choicesOf(scopes) } })}
      >
        Save
      </Button>
    </Group>
  )
  return (
    <Drawer
      opened
      onClose={onClose}
      icon={<PersonAvatar id={member.id} name={member.name || member.email} size={32} />}
      over={member.name ? member.email : undefined}
      title={member.name || member.email}
      foot={foot || undefined}
    >
      {member.isOwner ? (
        <Banner tone="info">The owner of an account may do everything.</Banner>
      ) : (
        <ScopeEditor
          value={scopes}
          onChange={setScopes}
          mayChange={(scope) => mayChange && allows(signedIn, [scope])}
        />
      )}
    </Drawer>
  )
}
