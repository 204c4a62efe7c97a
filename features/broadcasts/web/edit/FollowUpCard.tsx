import { Group, Select, Switch, TextInput } from '@mantine/core'
import { EmailPicker } from '@millrace/emails/web'
import { IconCornerDownRight } from '@tabler/icons-react'
import { useState } from 'react'
import type { Broadcast, FollowUp } from '../../contract/broadcast.ts'
import { Card } from './Card.tsx'
import type { Saves } from './useSaves.ts'
import { WaitFields } from './WaitFields.tsx'

const FIRST: FollowUp = {
  newSubjectLine: '',
  emailId: null,
  time: { period: 3, periodType: 'days' },
  audience: 'not-opened',
}

const AUDIENCES = [
  { value: 'not-opened', label: 'did not open it' },
  { value: 'not-clicked', label: 'did not click in it' },
]

type Props = { followUp: FollowUp; onChange: (followUp: FollowUp, isTyped?: boolean) => void }

const Fields = ({ followUp, onChange }: Props) => {
  const { time } = followUp
  const [subject, setSubject] = useState(followUp.newSubjectLine)
  return (
    <>
      <Group gap="sm" align="end">
        <Select
          label="To those who"
          data={AUDIENCES}
          value={followUp.audience}
          onChange={(audience) => audience && onChange({ ...followUp, audience: audience as FollowUp['audience'] })}
          allowDeselect={false}
          w={180}
        />
        <WaitFields
          label="After"
          about="the waiting time"
          wait={{ period: time.period, unit: time.periodType }}
          onChange={({ period, unit }, isTyped) =>
            onChange({ ...followUp, time: { period, periodType: unit } }, isTyped)
          }
        />
      </Group>
      <TextInput
        label="New subject"
        placeholder="As before"
        value={subject}
        maxLength={500}
        onChange={(event) => {
          setSubject(event.currentTarget.value)
          onChange({ ...followUp, newSubjectLine: event.currentTarget.value }, true)
        }}
      />
      <EmailPicker
        label="Another email (the same one unless you choose)"
        value={followUp.emailId ?? undefined}
        onChange={(emailId) => onChange({ ...followUp, emailId: emailId ?? null })}
      />
    </>
  )
}

/** A second mail to those who did not open or click. */
export const FollowUpCard = ({ item, saves }: { item: Broadcast; saves: Saves }) => (
  <Card
    icon={<IconCornerDownRight size={17} stroke={1.7} />}
    title="Follow-up"
    about="Once more, with another subject, to those who did not open or click. Machines that read for people do not count."
    action={
      <Switch
        aria-label="Send a follow-up"
        checked={item.followUp !== null}
        onChange={(event) => saves.change({ followUp: event.currentTarget.checked ? FIRST : null })}
      />
    }
  >
    {item.followUp && (
      <Fields
        key={item.id}
        followUp={item.followUp}
        onChange={(followUp, isTyped) => saves.change({ followUp }, isTyped)}
      />
    )}
  </Card>
)
