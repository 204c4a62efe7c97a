import { SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core'
import type { Result } from '@millrace/kit/contract'
import {
  ErrorPanel,
  FormRow,
  NarrowPage,
  PageHead,
  PageSkeleton,
  queryClient,
  useCall,
  useMutate,
} from '@millrace/kit/web'
import { accessContract } from '../../contract/index.ts'
import { Card } from '../parts/Card.tsx'
import { PasswordCard } from '../parts/PasswordCard.tsx'
import { EmailField, NameField } from '../parts/ProfileFields.tsx'
import { SessionsCard } from '../parts/SessionsCard.tsx'

type Member = Result<typeof accessContract.ownTeamMember>['teamMember']

const SCHEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Like the system' },
]

const LookCard = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Card title="Look" sub="On this device.">
      <FormRow label="Colours">
        {() => (
          <SegmentedControl
            aria-label="Colours"
            data={SCHEMES}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as typeof colorScheme)}
          />
        )}
      </FormRow>
    </Card>
  )
}

const ConfirmationSwitch = ({ member }: { member: Member }) => {
  const save = useMutate(accessContract.updateTeamMember, {
    invalidates: [accessContract.ownTeamMember],
    optimistic: ({ body }, answers) =>
      answers.patch(accessContract.ownTeamMember, ({ teamMember }) => ({
        teamMember: { ...teamMember, data: { ...teamMember.data, ...body?.data } },
      })),
  })
  return (
    <FormRow label="New devices" help="Confirm the first login on each by mail.">
      {(id) => (
        <Switch
          id={id}
          mt={7}
          label="Confirm by mail"
          checked={!member.data.disabledLoginConfirmation}
          onChange={(event) => {
            const data = { disabledLoginConfirmation: !event.currentTarget.checked }
            save.mutate({ params: { id: member.id }, body: { data } })
          }}
        />
      )}
    </FormRow>
  )
}

/** One's own name, e-mail, password, sessions and look. */
const Profile = () => {
  const { data, error, refetch } = useCall(accessContract.ownTeamMember)
  return (
    <NarrowPage>
      <PageHead title="Your profile" sub="How you log in and how your team sees you." />
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <>
          <Card title="You">
            <NameField member={data.teamMember} onSaved={() => void queryClient.invalidateQueries()} />
            <EmailField member={data.teamMember} />
            <ConfirmationSwitch member={data.teamMember} />
          </Card>
          <PasswordCard />
          <SessionsCard />
          <LookCard />
        </>
      )}
    </NarrowPage>
  )
}

export default Profile
