import { Badge, Button } from '@mantine/core'
import { type Result, SCOPES } from '@millrace/kit/contract'
import {
  addressShape,
  ErrorPanel,
  NarrowPage,
  PageHead,
  PermissionBanner,
  PersonAvatar,
  param,
  Skeleton,
  useAddress,
  useCall,
  useMay,
  useSignedIn,
} from '@millrace/kit/web'
import { IconChevronRight, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { accessContract } from '../../contract/index.ts'
import css from './Team.module.css'

const InviteModal = lazy(() => import('../parts/InviteModal.tsx'))
const MemberDrawer = lazy(() => import('../parts/MemberDrawer.tsx'))

type Member = Result<typeof accessContract.listTeamMembers>['teamMembers'][number]

const Address = addressShape({ invite: param.text(), member: param.text() })

const mayDo = (member: Member) => {
  if (member.isOwner) return 'Everything'
  const count = member.scopes.filter(({ enabled }) => enabled).length
  return `${count} of ${SCOPES.length} permissions`
}

const MemberLine = ({ member, isSelf, onOpen }: { member: Member; isSelf: boolean; onOpen: () => void }) => (
  <li>
    <button type="button" className={css.line} onClick={onOpen}>
      <PersonAvatar id={member.id} name={member.name || member.email} size={30} />
      <span className={css.text}>
        <b>
          {member.name || member.email}
          {isSelf && <span className={css.self}>you</span>}
        </b>
        <span>{member.email}</span>
      </span>
      {member.isOwner && <Badge>Owner</Badge>}
      {member.isInvited && <Badge color="amber">Invited</Badge>}
      <span className={css.may}>{mayDo(member)}</span>
      <IconChevronRight size={16} stroke={1.7} aria-hidden />
    </button>
  </li>
)

const MemberList = () => {
  const [address, change] = useAddress(Address)
  const { memberId } = useSignedIn()
  const { data, error, refetch } = useCall(accessContract.listTeamMembers)
  const open = data?.teamMembers.find(({ id }) => String(id) === address.member)
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  return (
    <>
      <ul className={css.list} aria-busy={!data}>
        {data?.teamMembers.map((member) => (
          <MemberLine
            key={member.id}
            member={member}
            isSelf={member.id === memberId}
            onOpen={() => change({ member: String(member.id) }, { push: true })}
          />
        )) ?? (
          <li className={css.line}>
            <Skeleton width={30} height={30} />
            <Skeleton width={180} />
          </li>
        )}
      </ul>
      <Suspense fallback={null}>
        {open && <MemberDrawer key={open.id} member={open} onClose={() => change({ member: undefined })} />}
      </Suspense>
    </>
  )
}

/** Who works in the account, and what each may do. */
const Team = () => {
  const [{ invite }, change] = useAddress(Address)
  const mayRead = useMay('team:read')
  const mayInvite = useMay('team:write')
  return (
    <NarrowPage>
      <PageHead title="Team members" sub="Who works in this account, and what each may do.">
        {mayInvite && (
          <Button
            leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
            onClick={() => change({ invite: '1' }, { push: true })}
          >
            Invite
          </Button>
        )}
      </PageHead>
      {mayRead ? <MemberList /> : <PermissionBanner scope="team:read" />}
      <Suspense fallback={null}>
        {invite && mayInvite && <InviteModal onClose={() => change({ invite: undefined })} />}
      </Suspense>
    </NarrowPage>
  )
}

export default Team
